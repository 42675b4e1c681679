import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../../platform/config';
import type { RequestContext } from '../../request/request-context';
import { rateLimitFields, type CostBudget, type Spending } from './budget';
import { assertAffordable, type Operation } from './cost';
import { asksForCost, costReport } from './cost-report';

/** The cost of the operation of a request, once it was admitted. */
const admitted = new WeakMap<RequestContext, number>();

/** The cost for which the operation of a request was admitted. */
export const admittedCost = (context: RequestContext): number | undefined => admitted.get(context);

/** By which a client asks for the cost if it cannot set `extensions` of a request. */
const costHeader = 'graph-cost';

/**
 * The cost of operations over HTTP: refuses what one operation, or its sender, may not spend; tells the limits in the
 * header, and the cost in the answer to those who ask.
 */
export const costLimit = (
  schema: GraphQLSchema,
  config: Config,
  budget: CostBudget,
): ApolloServerPlugin<RequestContext> => ({
  requestDidStart() {
    let paid: (Operation & Spending & { cost: number }) | undefined;
    return Promise.resolve({
      async didResolveOperation({ request: { variables }, document, operation, contextValue, response }) {
        if (!operation) return;
        const asked = { document, operation, variables };
        const cost = assertAffordable(schema, config, asked);
        const spending = await budget.spend(contextValue, cost);
        for (const [name, value] of rateLimitFields(spending)) response.http.headers.set(name, value);
        if (spending.refusal) throw spending.refusal;
        paid = { ...asked, ...spending, cost };
        admitted.set(contextValue, cost);
      },
      willSendResponse({ request, response: { body } }) {
        const isAsked = asksForCost(request) || request.http?.headers.get(costHeader) === 'true';
        if (paid && isAsked && body.kind === 'single') {
          const { singleResult: result } = body;
          result.extensions = { ...result.extensions, cost: costReport(schema, config, paid, result.data) };
        }
        return Promise.resolve();
      },
    });
  },
});
