import type { FormattedExecutionResult, GraphQLError } from 'graphql';
import { getOccasion, type EventStream, type StreamItem } from '../../platform/events/event-stream';
import { ApiError, callerGone } from '../../platform/errors';
import type { Renewal } from '../../request/renewal';
import type { RequestContext } from '../../request/request-context';
import { loadersOfThisTurn, type BoundedWork } from '../../request/turn-loaders';
import type { GuardedField } from '../../request/guarded-field';
import type { GraphExecutor } from '../executor';
import type { EventLimits } from './event-limits';
import { failedResult, formatResult } from './format-result';
import type { PreparedOperation } from './prepare-operation';
import { SharedAnswers } from './shared-answers';

/** The parts of a subscription. */
export interface SubscriptionParts {
  executor: GraphExecutor;
  limits: EventLimits;
  prepared: PreparedOperation;
  /** What is subscribed to, for its rule. */
  field: GuardedField;
  /** The caller's context when the subscription started. */
  context: RequestContext;
  source: EventStream;
  /** Closes the connection when the session is over. Without it the stream ends with an error. */
  onCallerGone?: () => void;
}

/** The result of the rule or the resolver, whether it is a refusal, and whether the session is over. */
interface Answer {
  result?: FormattedExecutionResult;
  isRefusal: boolean;
  isGone: boolean;
}

/** One result, whether it is the last one, and whether the connection is closed after it. */
interface Step {
  result?: FormattedExecutionResult;
  isLast: boolean;
  isCut?: boolean;
}

/**
 * The results of a running subscription. Session and rule are rechecked for each event, and whenever access may have
 * changed; a denied subscriber gets an error as the last result.
 */
export class SubscriptionStream implements AsyncIterableIterator<FormattedExecutionResult, undefined> {
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  private end: () => void = () => undefined;
  private readonly answers = this.answer();
  private readonly shared: SharedAnswers;
  private readonly pay: () => Promise<GraphQLError | undefined>;
  private readonly leaving = new AbortController();

  constructor(private readonly parts: SubscriptionParts) {
    const { context, prepared, limits } = parts;
    this.shared = new SharedAnswers(context, prepared);
    this.pay = limits.newPayer(context, prepared.spent.cost);
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    return this.answers.next();
  }

  /** Ends the subscription, even while it waits for an event. */
  async return(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    this.leaving.abort(callerGone());
    await this.parts.source.return();
    this.end();
    return this.answers.return(undefined);
  }

  throw(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private async *answer(): AsyncGenerator<FormattedExecutionResult, undefined, undefined> {
    try {
      for await (const item of this.parts.source) {
        const { result, isLast, isCut } = await this.take(item);
        if (result) yield result;
        if (isCut) await this.cut();
        if (isLast) break;
      }
    } catch (error) {
      yield failedResult(error, this.parts.context);
    } finally {
      this.end();
    }
    return undefined;
  }

  private async take(item: StreamItem): Promise<Step> {
    const { result, isRefusal, isGone } = await this.shared.get(item, this.leaving.signal, (leaving) =>
      this.ask(item, leaving),
    );
    if (isGone && this.parts.onCallerGone)
      return { result: isRefusal ? undefined : result, isLast: true, isCut: true };
    return { result, isLast: isGone || isRefusal };
  }

  /**
   * Closes the connection and waits until it is closed. A stream that ended earlier would be reported as complete,
   * which tells the client not to reconnect.
   */
  private async cut(): Promise<void> {
    // Lets the other streams of the connection send their last results first.
    setImmediate(() => this.parts.onCallerGone?.());
    await this.ended;
  }

  /** Checks the session and then the rule, with or without an event. */
  private ask(item: StreamItem, leaving: AbortSignal): Promise<Answer> {
    if (item.kind === 'event') return this.askForResult(item, leaving);
    return this.askWithin(item, { shared: { loaders: loadersOfThisTurn(item.occasion) } });
  }

  /** Pays for the result of an event, and computes it: with those of other streams if it is small, or when it is its turn. */
  private async askForResult(item: StreamItem, leaving: AbortSignal): Promise<Answer> {
    const { context, limits, prepared } = this.parts;
    const small = limits.isSmall(prepared.spent.cost) ? limits.sharedWork(getOccasion(item)) : undefined;
    const alone = () => limits.inTurn(context, () => this.askWithin(item, { leaving }), leaving);
    const refusal = this.payOrRefuse();
    if (!small) return (await refusal) ?? alone();
    // It counts among those who wait while it pays, too: the last one to leave ends the work.
    const together = async () => (await refusal) ?? this.askTogether(item, small);
    return (await small.audience.await(together(), leaving)) ?? alone();
  }

  private async payOrRefuse(): Promise<Answer | undefined> {
    const refusal = await this.pay();
    if (!refusal) return undefined;
    return { result: failedResult(refusal, this.parts.context), isRefusal: true, isGone: false };
  }

  /**
   * Undefined when the streams of the event together have taken more than one operation may. Looks at the signal before the
   * stream leaves, which may end the work.
   */
  private async askTogether(item: StreamItem, shared: BoundedWork): Promise<Answer | undefined> {
    const { signal } = shared.operation;
    try {
      const answer = await this.askWithin(item, { shared });
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  private async askWithin(item: StreamItem, work: Renewal): Promise<Answer> {
    const { context } = this.parts;
    const current = await context.renewed({ ...work, trail: context.trail });
    const isGone = current.caller.kind === 'anonymous' && context.caller.kind !== 'anonymous';
    return { ...(await this.answerTo(item, current)), isGone };
  }

  private async answerTo(item: StreamItem, context: RequestContext): Promise<Omit<Answer, 'isGone'>> {
    if (item.kind === 'event') {
      const result = await this.execute(item.payload, context);
      // After a refusal or an outage, the subscriber resumes before this event.
      return endsStream(result)
        ? { result, isRefusal: true }
        : { result: withCursor(result, item.cursor), isRefusal: false };
    }
    const refusal = await this.refusal(context);
    if (refusal) return { result: refusal, isRefusal: true };
    const result =
      item.kind === 'gap' ? withCursor(failedResult(missing(), context), item.cursor) : undefined;
    return { result, isRefusal: false };
  }

  private async execute(event: object, context: RequestContext): Promise<FormattedExecutionResult> {
    const { executor, prepared } = this.parts;
    const { document, operationName, variables } = prepared;
    const result = await executor.execute({ document, operationName, variables, rootValue: event, context });
    return formatResult(result, context);
  }

  /** Checks the rule without an event. Undefined while access is allowed. */
  private async refusal(context: RequestContext): Promise<FormattedExecutionResult | undefined> {
    const { executor, field, prepared } = this.parts;
    try {
      await executor.authorize(field, context, { operation: prepared.operation });
      return undefined;
    } catch (error) {
      return failedResult(error, context);
    }
  }
}

/** The object of an event may be gone by now, and a result that is too large will be so again: no reason to end. */
const passed: ReadonlySet<unknown> = new Set(['NOT_FOUND', 'TOO_MUCH_DATA']);

/** Whether the subscription field itself failed, and not something below it. */
const endsStream = ({ errors }: FormattedExecutionResult): boolean =>
  errors?.some(
    ({ path, extensions }) => (path === undefined || path.length === 1) && !passed.has(extensions?.code),
  ) ?? false;

const withCursor = (result: FormattedExecutionResult, cursor: string): FormattedExecutionResult => ({
  ...result,
  extensions: { ...result.extensions, cursor },
});

const missing = () =>
  new ApiError(
    'RESYNC_REQUIRED',
    'Some events are no longer available. Reload the current state; live events follow on this subscription.',
  );
