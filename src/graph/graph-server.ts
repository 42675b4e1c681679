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
import { GraphQLError } from 'graphql';
import type { Server } from 'node:http';
import type { Config } from '../platform/config';
import { asApiError } from '../platform/errors';
import type { Logger } from '../platform/logging';
import type { RequestContext } from '../request/request-context';
import { encodeJson } from '../platform/stored-json';
import type { GraphExecutor } from './executor';
import { formatError, logInternalErrors } from './format-error';
import { costLimit } from './limits/cost';
import { assertReadable } from './limits/document-limits';
import { validationOptions, validationRules } from './limits/validation-rules';
import { sandboxPage } from './sandbox.page';
import { getContext } from './take-in';

const logErrors: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ errors, contextValue }) {
        logInternalErrors(errors, contextValue.log);
        return Promise.resolve();
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

/** The graph over HTTP, with Apollo Sandbox as its landing page. */
export function createGraphServer(
  executor: GraphExecutor,
  config: Config,
  httpServer: Server,
  log: Logger,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    gateway: executedBy(executor),
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    nodeEnv: 'production',
    validationRules: validationRules(config),
    validationOptions,
    formatError,
    // Apollo passes this on unchanged, and Express sends bytes as they are.
    stringifyResult: (result) => encodeJson(result, '\n') as unknown as string,
    logger: log.child({ part: 'graph' }),
    plugins: [
      sandboxPage,
      ApolloServerPluginDrainHttpServer({
        httpServer,
        stopGracePeriodMillis: config.SHUTDOWN_TIMEOUT * 1000,
      }),
      // Nothing is cached, and the plugin would hook into every field.
      ApolloServerPluginCacheControlDisabled(),
      costLimit(executor.schema, config),
      logErrors,
    ],
  });
}

/** Answers requests that passed `takeIn`. Documents that are too large are refused before Apollo parses them. */
export const graphOverHttp = (
  graph: ApolloServer<RequestContext>,
  config: Config,
  log: Logger,
): RequestHandler =>
  expressMiddleware(graph, {
    context: async ({ req, res }) => {
      const context = await contextOrFailure(getContext(res), log);
      const document = readDocument(req);
      if (typeof document === 'string') assertReadable(document, context, config);
      return context;
    },
  });

const readDocument = ({ method, query, body }: Request): unknown =>
  method === 'GET' ? query.query : (body as { query?: unknown } | undefined)?.query;
