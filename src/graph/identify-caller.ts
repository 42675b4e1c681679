import type { RequestHandler, Response } from 'express';
import type { RequestContexts } from '../request/contexts';
import type { RequestContext } from '../request/request-context';
import { readQuery } from './read-query';

/** Bytes of a query; anything larger has its own REST route. */
const largestQuery = 2 * 1024 * 1024;

/** Anonymous callers log in, sign up and read the schema. */
const largestOfStrangers = 64 * 1024;

/**
 * Accepts a request to the graph: identifies the caller, and then reads the body, with a smaller limit for anonymous
 * callers. `getContext` returns the context.
 */
export function identifyCaller(contexts: RequestContexts): RequestHandler {
  return async (request, response, next) => {
    const context = contexts.of(request);
    response.locals.context = context;
    const { limit, sender } = await context.then(
      ({ caller, payingFor }) => ({
        limit: caller.kind === 'anonymous' ? largestOfStrangers : largestQuery,
        sender: payingFor,
      }),
      // A failure to identify the caller is reported where the context is used, not as a body that is too large.
      () => ({ limit: largestQuery, sender: request.ip ?? '' }),
    );
    const begun = performance.now();
    request.body = await readQuery(request, limit, sender);
    await context.then(
      (identified) => identified.checkAgainIfLate(begun),
      () => undefined,
    );
    next();
  };
}

/** The context of a request that passed `identifyCaller`. Rejects when it could not be created. */
export const getContext = ({ locals }: Response): Promise<RequestContext> =>
  locals.context as Promise<RequestContext>;
