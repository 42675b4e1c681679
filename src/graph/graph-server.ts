import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import type { Server } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config';
import type { Logger } from '../logging';
import type { RequestContext } from '../request/request-context';
import { encodeJson } from '../stored-json';
import { formatError, logInternalErrors } from './format-error';
import { costLimit, validationRules } from './limits';

const logErrors: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ errors, contextValue }) {
        logInternalErrors(errors, contextValue.log);
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
    // Apollo hands on what it gets, and Express sends bytes as they are.
    stringifyResult: (result) => encodeJson(result, '\n') as unknown as string,
    logger: log.child({ part: 'graph' }),
    plugins: [
      ApolloServerPluginLandingPageLocalDefault({ embed: true, footer: false }),
      ApolloServerPluginDrainHttpServer({ httpServer, stopGracePeriodMillis: 10_000 }),
      // Nothing is cached, and it would ask after each field.
      ApolloServerPluginCacheControlDisabled(),
      costLimit(schema, config),
      logErrors,
    ],
  });
}
