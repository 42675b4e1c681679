import type { GraphClient } from './client.js';
import { possibleTypes } from './generated/cache.js';
import type { GraphRequest, GraphResult } from './request.js';

interface UrqlSink {
  next(result: GraphResult): void;
  error(error: unknown): void;
  complete(): void;
}

/** What `subscriptionExchange` takes. */
export interface UrqlSubscriptionOptions {
  enableAllOperations: true;
  forwardSubscription(
    request: { query?: string; variables?: unknown },
    operation: { kind: string },
  ): { subscribe(sink: UrqlSink): { unsubscribe(): void } };
}

/**
 * Sends the operations of urql through this client, which renews tokens and resumes subscriptions:
 *
 *     import { cacheExchange, Client, subscriptionExchange } from '@urql/core';
 *     new Client({
 *       url: 'https://glycograph.example/graphql',
 *       exchanges: [cacheExchange, subscriptionExchange(urqlSubscriptions(client))],
 *     });
 */
export const urqlSubscriptions = (client: GraphClient): UrqlSubscriptionOptions => ({
  enableAllOperations: true,
  forwardSubscription: (body, { kind }) => ({
    subscribe(sink) {
      const request = body as GraphRequest;
      if (kind === 'subscription') return { unsubscribe: client.stream(request, sink) };
      const abort = new AbortController();
      client.request(request, { signal: abort.signal }).then(
        (result) => {
          sink.next(result);
          sink.complete();
        },
        (error: unknown) => sink.error(error),
      );
      return { unsubscribe: () => abort.abort() };
    },
  }),
});

/**
 * Keys for the normalized cache of urql (`cacheExchange` of `@urql/exchange-graphcache`). Records are kept within the list
 * that they were read with, because their ids are unique only within an account.
 */
export const urqlKeys = (): Record<string, () => null> =>
  Object.fromEntries((possibleTypes.Datum ?? []).map((type) => [type, () => null]));
