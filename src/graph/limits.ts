import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { ApolloServerPlugin } from '@apollo/server';
import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import type { Config } from '../config';
import type { RequestContext } from '../request/request-context';

/** Mutations that guess or make credentials: one of them a request, so that aliases cannot be used to guess faster. */
const onceARequest = new Set(['createUser', 'logIn', 'logInServer', 'requestPasswordReset', 'resetPassword']);

function oneLogInARequest(context: ValidationContext): ASTVisitor {
  let seen = 0;
  return {
    Field(node) {
      if (context.getParentType() !== context.getSchema().getMutationType()) return;
      if (!onceARequest.has(node.name.value)) return;
      seen += 1;
      if (seen > 1)
        context.reportError(
          new GraphQLError('Only one log-in or sign-up fits into a request.', {
            nodes: node,
          }),
        );
    },
  };
}

/** The rules throw by themselves, which is an error of the server to whoever validates; reported, it is one of the query. */
const reporting = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** What is checked of a query before any of it runs: how deep it is, how many aliases it has, how it logs in. */
export const validationRules = ({ GRAPH_MAX_DEPTH, GRAPH_MAX_ALIASES }: Config): ValidationRule[] => [
  oneLogInARequest,
  maxDepthRule({ n: GRAPH_MAX_DEPTH, ignoreIntrospection: true, ...reporting }),
  maxAliasesRule({ n: GRAPH_MAX_ALIASES, ...reporting }),
];

/** An operation that is about to run. */
interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Record<string, unknown>;
}

/** Refuses operations that would cost too much: pages count by their size, everything else by its fields. */
export function assertAffordable(
  schema: GraphQLSchema,
  { GRAPH_MAX_COST }: Config,
  { document, operation, variables }: Operation,
): void {
  if (isIntrospection(operation)) return;
  const cost = knownCostOf(schema, { document, operation, variables });
  if (cost <= GRAPH_MAX_COST) return;
  throw refusal(
    `The query would cost ${cost}, more than the ${GRAPH_MAX_COST} allowed. Ask for smaller pages.`,
  );
}

/** Characters of the variables. */
const longestKnown = 1_000;

/** So many costs of one query are remembered, for as long as the query itself is. */
const mostKnown = 50;

/** By query and variables. Dashboards send the same ones all day. */
const knownCosts = new WeakMap<OperationDefinitionNode, Map<string, number>>();

function knownCostOf(schema: GraphQLSchema, asked: Operation): number {
  const given = asked.variables ?? {};
  // What holds others may be nested as deep as a sender likes, and is seldom the same.
  const isFlat = Object.values(given).every((value) => typeof value !== 'object' || value === null);
  if (!isFlat) return costOf(schema, asked);
  const variables = JSON.stringify(given);
  if (variables.length > longestKnown) return costOf(schema, asked);
  let costs = knownCosts.get(asked.operation);
  if (!costs || costs.size >= mostKnown) knownCosts.set(asked.operation, (costs = new Map<string, number>()));
  const cost = costs.get(variables) ?? costOf(schema, asked);
  costs.set(variables, cost);
  return cost;
}

function costOf(schema: GraphQLSchema, { document, operation, variables }: Operation): number {
  try {
    return getComplexity({
      schema,
      query: document,
      operationName: operation.name?.value,
      variables,
      estimators: [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })],
    });
  } catch (error) {
    // Counting takes the variables for the first time. Apollo would blame the server for those that do not fit.
    throw error instanceof GraphQLError ? refusal(error.message, error) : error;
  }
}

const refusal = (message: string, cause?: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    nodes: cause?.nodes,
    originalError: cause?.originalError,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });

/** `assertAffordable` for the graph over HTTP. */
export const costLimit = (schema: GraphQLSchema, config: Config): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ request: { variables }, document, operation }) {
        if (operation) assertAffordable(schema, config, { document, operation, variables });
        return Promise.resolve();
      },
    }),
});

function isIntrospection(operation: {
  selectionSet: { selections: readonly { kind: Kind; name?: { value: string } }[] };
}) {
  return operation.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && selection.name?.value.startsWith('__'),
  );
}
