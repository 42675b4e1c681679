import type { RequestContext } from './request-context';

/** How a mutation responds to a repetition with the same idempotency key. */
export interface Repeatable<Input = never, Payload extends object = object> {
  /**
   * The payload for what the first request has created; throws when the caller may not see it, or it is gone. Absent
   * where the service behind the mutation recognizes repetitions (`IdempotencyService.once`).
   */
  again?: (context: RequestContext, created: string, input: Input) => Payload | Promise<Payload>;
}
