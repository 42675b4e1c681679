import type { ApolloServerOptions, ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '../../request/request-context';
import type { AllowList } from './allow-list';

/** A store of persisted queries, as Apollo expects it. */
type DocumentCache = NonNullable<
  Exclude<ApolloServerOptions<RequestContext>['persistedQueries'], false | undefined>['cache']
>;

/** Apollo puts this in front of a hash. */
const prefix = /^apq:/;

/** The documents of the list by hash; callers add none. */
export const listedDocuments = (allowList: AllowList): DocumentCache => ({
  get: (key) => Promise.resolve(allowList.find(key.replace(prefix, ''))),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(false),
});

/** Checks the document that Apollo is about to run, however it arrived. */
export const onlyListed = (allowList: AllowList): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ source }) {
        allowList.assertAllowed({ query: source });
        return Promise.resolve();
      },
    }),
});
