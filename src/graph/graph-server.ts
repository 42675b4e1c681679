import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import type { Server } from 'node:http';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Config } from '../config';
import { ApiError } from '../errors';
import type { Logger } from '../logging';
import type { RequestContext } from '../request/request-context';
import { toApiError } from './executor';
import { costLimit, validationRules } from './limits';

/** Codes of errors that Apollo finds by itself; all of them are about what the caller sent. */
const requestErrors = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
]);

/** An error as callers of the graph get it: code, status and findings, and nothing of an internal cause. */
function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const code = String(formatted.extensions?.code);
  const isOurs = error instanceof GraphQLError && error.originalError !== undefined;
  if (requestErrors.has(code) && !isOurs) {
    const { message, locations, path } = formatted;
    return { message, locations, path, extensions: { code, status: 400 } };
  }
  const apiError =
    error instanceof GraphQLError
      ? toApiError(error)
      : new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  return {
    message: apiError.message,
    locations: formatted.locations,
    path: formatted.path,
    extensions: {
      code: apiError.code,
      status: apiError.status,
      ...(apiError.findings.length > 0 && { errors: apiError.findings }),
    },
  };
}

/** Internal errors go to the log with their cause, under the id of the request that the caller sees. */
const logInternalErrors: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) {
          const apiError = toApiError(error);
          if (apiError.status >= 500)
            contextValue.log.error({ error: apiError.cause ?? apiError }, 'a field failed');
        }
        return Promise.resolve();
      },
    }),
};

/** The graph over HTTP, with Apollo Sandbox as its landing page. */
export function createGraphServer(
  schema: GraphQLSchema,
  config: Config,
  httpServer: Server,
  log: Logger,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    nodeEnv: 'production',
    validationRules: validationRules(config),
    formatError,
    logger: log.child({ part: 'graph' }),
    plugins: [
      ApolloServerPluginLandingPageLocalDefault({ embed: true, footer: false }),
      ApolloServerPluginDrainHttpServer({ httpServer, stopGracePeriodMillis: 10_000 }),
      costLimit(schema, config),
      logInternalErrors,
    ],
  });
}
