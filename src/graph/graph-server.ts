import {
  ApolloServer,
  HeaderMap,
  type ApolloServerOptionsWithGateway,
  type ApolloServerPlugin,
} from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { Server } from 'node:http';
import type { Config } from '../platform/config';
import { asApiError } from '../platform/errors';
import type { Logger } from '../platform/logging';
import { cacheCounts } from '../platform/telemetry/measures';
import type { RequestContext } from '../request/request-context';
import { LongWork } from '../platform/long-work';
import { encodeLongJson } from '../platform/stored-json';
import type { GraphExecutor } from './executor';
import { formatError, logInternalErrors } from './format-error';
import type { AllowList, NamedDocument } from './limits/allow-list';
import { listedDocuments, onlyListed } from './limits/allow-list-plugin';
import type { CostBudget } from './limits/budget';
import { admittedCost, costLimit } from './limits/cost-plugin';
import { assertReadable } from './limits/document-limits';
import { validationOptions, validationRules } from './limits/validation-rules';
import { sandboxPage } from './sandbox.page';
import { getContext } from './identify-caller';

const logErrors: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ errors, contextValue }) {
        logInternalErrors(errors, contextValue.log);
        return Promise.resolve();
      },
    }),
};

/** Counts how many documents Apollo finds parsed and validated. */
const countDocuments: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveSource() {
        cacheCounts.documents.lookups += 1;
        return Promise.resolve();
      },
      parsingDidStart() {
        cacheCounts.documents.misses += 1;
        return Promise.resolve();
      },
    }),
};

/** Without an event there is nothing to resolve, so that a subscription sent like a query would fail on our side. */
const noSubscriptions: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ operation }) {
        if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return Promise.resolve();
        throw new GraphQLError('Subscriptions run over WebSocket at /graphql, or at /graphql/stream.', {
          extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
        });
      },
    }),
};

/** Apollo's hook for delegating execution, under Apollo's name for it. */
const executedBy = (executor: GraphExecutor): ApolloServerOptionsWithGateway<RequestContext>['gateway'] => ({
  onSchemaLoadOrUpdate(listen) {
    listen({ apiSchema: executor.schema, coreSupergraphSdl: '' });
    return () => undefined;
  },
  load: () =>
    Promise.resolve({
      executor: ({ document, request, context }) =>
        executor.execute({
          document,
          operationName: request.operationName,
          variables: request.variables,
          context: context as RequestContext,
          cost: admittedCost(context as RequestContext),
        }),
    }),
  stop: () => Promise.resolve(),
});

/**
 * The context of a request. If it cannot be created, nothing is executed, so the response has the status of the
 * failure.
 */
async function contextOrFailure(context: Promise<RequestContext>, log: Logger): Promise<RequestContext> {
  try {
    return await context;
  } catch (error) {
    const { status, message, retryAfter } = asApiError(error);
    const headers = new HeaderMap();
    if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
    const failure = new GraphQLError(message, {
      originalError: error instanceof Error ? error : undefined,
      extensions: { http: { status, headers } },
    });
    logInternalErrors([failure], log);
    throw failure;
  }
}

/** The parts of the graph over HTTP. */
export interface GraphServerParts {
  executor: GraphExecutor;
  config: Config;
  httpServer: Server;
  log: Logger;
  budget: CostBudget;
  /** Without one, callers may run any document. */
  allowList?: AllowList;
}

/**
 * Headers that no plain link or form can set. Any one of them in a GET request shows that no page has tricked a browser
 * into sending it. Tokens are only sent in headers, so a request with a token has one already.
 */
const provingHeaders = ({ SESSION_TOKEN_HEADERS }: Config): string[] => [
  'Apollo-Require-Preflight',
  'X-Apollo-Operation-Name',
  'Authorization',
  ...SESSION_TOKEN_HEADERS,
];

/** The graph over HTTP, with Apollo Sandbox as its landing page. */
export function createGraphServer({
  executor,
  config,
  httpServer,
  log,
  budget,
  allowList,
}: GraphServerParts): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    gateway: executedBy(executor),
    introspection: true,
    csrfPrevention: { requestHeaders: provingHeaders(config) },
    persistedQueries: allowList && { cache: listedDocuments(allowList) },
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    nodeEnv: 'production',
    validationRules: validationRules(config),
    validationOptions: validationOptions(config),
    formatError,
    // Apollo passes this on unchanged, and Express sends bytes as they are.
    stringifyResult: (result) => encodeLongJson(result, new LongWork(), '\n') as unknown as Promise<string>,
    logger: log.child({ part: 'graph' }),
    plugins: [
      sandboxPage,
      ApolloServerPluginDrainHttpServer({
        httpServer,
        stopGracePeriodMillis: config.SHUTDOWN_TIMEOUT * 1000,
      }),
      // Nothing is cached, and the plugin would hook into every field.
      ApolloServerPluginCacheControlDisabled(),
      ...(allowList ? [onlyListed(allowList)] : []),
      noSubscriptions,
      costLimit(executor.schema, config, budget),
      logErrors,
      countDocuments,
    ],
  });
}

/** Answers requests that passed `identifyCaller`. Documents that are too large are refused before Apollo parses them. */
export const graphOverHttp = (
  graph: ApolloServer<RequestContext>,
  { config, log, allowList }: Pick<GraphServerParts, 'config' | 'log' | 'allowList'>,
): RequestHandler =>
  expressMiddleware(graph, {
    context: async ({ req, res }) => {
      const context = await contextOrFailure(getContext(res), log);
      const sent = readDocument(req);
      if (typeof sent?.query === 'string') assertReadable(sent.query, context, config);
      if (sent) allowList?.assertAllowed(sent);
      return context;
    },
  });

const readDocument = ({ method, query, body }: Request): NamedDocument | undefined =>
  method === 'GET' ? query : (body as NamedDocument | undefined);
