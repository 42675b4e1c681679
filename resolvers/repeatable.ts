import { Extensions } from 'type-graphql';
import type { Repeatable as Repetition } from '../src/request/repeatable';

/**
 * Marks a mutation that an idempotency key makes safe to repeat. `again` returns the payload for what the first
 * request has created, by the id that its service declares with `declareCreated`. Without it, the service recognizes
 * repetitions itself. A mutation without this mark or `TakesNoKey` refuses keys; see `src/graph/repeating.ts`.
 */
export const Repeatable = <Input, Payload extends object>(
  again?: Repetition<Input, Payload>['again'],
): MethodDecorator => Extensions({ repeatable: { again } });

/** Marks a mutation that creates something, but cannot promise to do so only once: it refuses idempotency keys. */
export const TakesNoKey = (reason: string): MethodDecorator => Extensions({ takesNoKey: reason });
