import type { GraphQLSchema } from 'graphql';
import type { Config } from '../../platform/config';
import { actualCost } from './actual-cost';
import type { Spending } from './budget';
import type { Operation } from './cost';

/** What an operation cost, as its sender sees it in `extensions.cost`. */
export interface CostReport {
  /** The cost by which the operation was admitted. */
  requested: number;
  /** The cost of what the answer holds. */
  actual: number;
  /** What one operation may cost. */
  limit: number;
  /** What the sender may still spend now; null without a limit in time. */
  remaining: number | null;
  /** Seconds until the sender may spend everything again. */
  resetAfter: number | null;
}

/** Whether the sender asks for the cost, with `"extensions": {"cost": true}`. */
export const asksForCost = ({ extensions }: { extensions?: Record<string, unknown> | null }): boolean =>
  extensions?.cost === true;

/** The report on an operation that has run; of several limits, on the one with the least left. */
export function costReport(
  schema: GraphQLSchema,
  { GRAPH_MAX_COST }: Config,
  { cost, quotas, ...asked }: Operation & Spending & { cost: number },
  data: unknown,
): CostReport {
  const scarcest = quotas.toSorted((one, other) => one.remaining - other.remaining)[0];
  return {
    requested: cost,
    actual: actualCost(schema, asked, data),
    limit: GRAPH_MAX_COST,
    remaining: scarcest?.remaining ?? null,
    resetAfter: scarcest ? Math.ceil(scarcest.fullIn / 1000) : null,
  };
}
