import {
  createSourceEventStream,
  OperationTypeNode,
  type FormattedExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { Config } from '../../platform/config';
import { unavailable } from '../../platform/errors';
import { EventStream } from '../../platform/events/event-stream';
import type { RequestContext } from '../../request/request-context';
import type { GraphExecutor } from '../executor';
import type { CostBudget } from '../limits/budget';
import { costReport } from '../limits/cost-report';
import { EventLimits } from './event-limits';
import { failedResult, formatResult } from './format-result';
import type { PreparedOperation } from './prepare-operation';
import { StreamLimits } from './stream-limits';
import { SubscriptionStream } from './subscription-stream';

/** Runs operations of persistent connections: queries and mutations once, subscriptions until they end. */
export class OperationRunner {
  private readonly running = new Set<SubscriptionStream>();
  private readonly limits: StreamLimits;
  private readonly eventLimits: EventLimits;
  private stopped = false;

  constructor(
    readonly schema: GraphQLSchema,
    private readonly executor: GraphExecutor,
    private readonly config: Config,
    budget: CostBudget,
  ) {
    this.limits = new StreamLimits(config.STREAMS_PER_ACCOUNT);
    this.eventLimits = new EventLimits(budget, config);
  }

  /** Number of running subscriptions. */
  get count(): number {
    return this.running.size;
  }

  /** Runs a query or a mutation. */
  async run(prepared: PreparedOperation, context: RequestContext): Promise<FormattedExecutionResult> {
    const { document, operationName, variables, spent } = prepared;
    const operation = { document, operationName, variables, cost: spent.cost };
    const executed = await this.executor.execute({ ...operation, context });
    const result = formatResult(executed, context);
    if (!prepared.asksForCost) return result;
    const cost = costReport(this.schema, this.config, { ...prepared, ...prepared.spent }, executed.data);
    return { ...result, extensions: { ...result.extensions, cost } };
  }

  /**
   * Starts a subscription. Once this resolves, no further event is missed. The receiver of the stream reads it to
   * its end or calls `return`.
   */
  async subscribe(
    prepared: PreparedOperation,
    context: RequestContext,
    onCallerGone?: () => void,
  ): Promise<SubscriptionStream | FormattedExecutionResult> {
    let countOff: (() => void) | undefined;
    try {
      if (this.stopped) throw unavailable(undefined, 'The server is about to stop.');
      countOff = this.limits.admit(context.caller);
      const { document, operationName, variables, field } = prepared;
      if (!field) throw new Error('Only a subscription can be subscribed to.');
      const source = await createSourceEventStream({
        schema: this.schema,
        document,
        operationName,
        variableValues: variables,
        contextValue: context,
      });
      if (source instanceof EventStream) {
        const { executor, eventLimits: limits } = this;
        const parts = { executor, limits, prepared, field, context, source, onCallerGone };
        const stream = new SubscriptionStream(parts);
        return this.keep(stream, countOff);
      }
      countOff();
      if ('errors' in source) return formatResult(source, context);
      throw new Error('A subscription has to listen through the context of its request.');
    } catch (error) {
      countOff?.();
      return failedResult(error, context);
    }
  }

  private keep(stream: SubscriptionStream, countOff: () => void): SubscriptionStream {
    this.running.add(stream);
    void stream.ended.then(() => {
      this.running.delete(stream);
      countOff();
    });
    return stream;
  }

  /** Ends all subscriptions and starts no more. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.running].map((stream) => stream.return()));
  }
}

export const isSubscription = ({ operation }: PreparedOperation): boolean =>
  operation.operation === OperationTypeNode.SUBSCRIPTION;
