import type { GraphClient } from './client.js';
import { connections, possibleTypes } from './generated/cache.js';
import type { GraphResult } from './request.js';
import { toRequest } from './request.js';

interface Subscriber {
  next(result: GraphResult): void;
  error(error: Error): void;
  complete(): void;
}

/** The parts of an operation of Apollo Client that are read here. */
interface ApolloOperation {
  query: Parameters<typeof toRequest>[0];
  variables: object;
  operationName?: string;
  operationType?: string;
}

/**
 * Sends the operations of Apollo Client through this client, which renews tokens and resumes subscriptions:
 *
 *     import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
 *     new ApolloClient({
 *       link: new ApolloLink(apolloHandler(client, Observable)),
 *       cache: new InMemoryCache(apolloCache()),
 *     });
 *
 * @param Observable the class of Apollo Client
 */
export function apolloHandler<Result>(
  client: GraphClient,
  Observable: new (subscribe: (subscriber: Subscriber) => () => void) => Result,
): (operation: ApolloOperation) => Result {
  return ({ query, variables, operationName, operationType }) =>
    new Observable((subscriber) => {
      const request = { ...toRequest(query, variables), operationName };
      if (operationType === 'subscription') return client.stream(request, subscriber);
      const abort = new AbortController();
      client.request(request, { signal: abort.signal }).then(
        (result) => {
          subscriber.next(result);
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(error as Error),
      );
      return () => abort.abort();
    });
}

/** A merging of pages, such as `relayStylePagination` of `@apollo/client/utilities`. */
type Pagination<Policy> = (keyArguments: string[]) => Policy;

/** Options of `InMemoryCache`. */
export interface ApolloCacheOptions<Policy> {
  possibleTypes: Record<string, string[]>;
  typePolicies: Record<string, { keyFields?: false; fields?: Record<string, Policy> }>;
}

/**
 * Options of `InMemoryCache`. Records stay within the list that they were read with, because their ids are unique only
 * within an account.
 *
 * @param pagination merges the pages of each list, such as `relayStylePagination`; without it, each page stays as it is
 */
export function apolloCache<Policy = never>(pagination?: Pagination<Policy>): ApolloCacheOptions<Policy> {
  const typePolicies: ApolloCacheOptions<Policy>['typePolicies'] = {};
  for (const type of possibleTypes.Datum ?? []) typePolicies[type] = { keyFields: false };
  if (pagination) {
    for (const [type, fields] of Object.entries(connections)) {
      const policies = Object.entries(fields).map(([field, keyArguments]) => [
        field,
        pagination(keyArguments),
      ]);
      typePolicies[type] = {
        ...typePolicies[type],
        fields: Object.fromEntries(policies) as Record<string, Policy>,
      };
    }
  }
  return { possibleTypes, typePolicies };
}
