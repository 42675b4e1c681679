import type { GraphQLError } from 'graphql';
import type { Config } from '../../platform/config';
import { FairTurns } from '../../platform/workload/fair-turns';
import type { RequestContext } from '../../request/request-context';
import { workOfThisTurn, type BoundedWork } from '../../request/turn-loaders';
import type { CostBudget } from '../limits/budget';

/** Results beyond the small ones that are computed at once, of all accounts. */
const atOnce = 2;

/** Limits what the results of subscriptions take: an event wakes all of them at once, however many an account has. */
export class EventLimits {
  /** As many streams wait as are open. */
  private readonly turns = new FairTurns({ atOnce, waitingOfOne: Infinity, waiting: Infinity });

  constructor(
    private readonly budget: CostBudget,
    private readonly config: Config,
  ) {}

  /** All streams of an account together cost no more than one operation may, if their documents cost this. */
  private get smallCost(): number {
    return this.config.GRAPH_MAX_COST / this.config.STREAMS_PER_ACCOUNT;
  }

  /** Whether the results of a document are computed for all streams of an event together. */
  isSmall(cost: number): boolean {
    return cost <= this.smallCost;
  }

  /**
   * Returns a function that pays for one more result, and returns the refusal if that cannot be paid. The first one was paid
   * with the subscription: whoever resubscribes after a refusal gets on.
   */
  newPayer(context: RequestContext, cost: number): () => Promise<GraphQLError | undefined> {
    let owed = -cost;
    return async () => {
      owed += cost;
      // Small costs are paid together: a charge may be a request to Redis.
      if (owed <= 0 || owed < this.smallCost) return undefined;
      const { refusal } = await this.budget.spend(context, owed);
      owed = 0;
      return refusal;
    };
  }

  /** Loaders for the small results of an event. Together, they have the limits of one operation. */
  sharedWork(occasion: object): BoundedWork {
    return workOfThisTurn(occasion, this.config.operationLimits);
  }

  /** Computes a result that is not small, when it is the turn of its account. */
  inTurn<Result>(
    { payingFor }: RequestContext,
    work: () => Promise<Result>,
    leaving: AbortSignal,
  ): Promise<Result> {
    return this.turns.run(payingFor, work, leaving);
  }
}
