import express, { type RequestHandler, type Response } from 'express';
import { assertNotTooDeep } from '../platform/http/read-body';
import type { RequestContexts } from '../request/contexts';
import type { RequestContext } from '../request/request-context';

/** For queries; anything larger has its own REST route. */
const largestQuery = '2mb';

/** Anonymous callers log in, sign up and read the schema. */
const largestOfStrangers = '64kb';

const createBodyReader = (limit: string): RequestHandler =>
  express.json({ limit, verify: (_request, _response, body) => assertNotTooDeep(body) });

/**
 * Accepts a request to the graph: identifies the caller, and then reads the body, with a smaller limit for anonymous
 * callers. `getContext` returns the context.
 */
export function identifyCaller(contexts: RequestContexts): RequestHandler {
  const readers = { anyone: createBodyReader(largestOfStrangers), known: createBodyReader(largestQuery) };
  return async (request, response, next) => {
    const context = contexts.of(request);
    response.locals.context = context;
    // A failure to identify the caller is reported where the context is used, not as a body that is too large.
    const isKnown = await context.then(
      ({ caller }) => caller.kind !== 'anonymous',
      () => true,
    );
    await (isKnown ? readers.known : readers.anyone)(request, response, next);
  };
}

/** The context of a request that passed `identifyCaller`. Rejects when it could not be created. */
export const getContext = ({ locals }: Response): Promise<RequestContext> =>
  locals.context as Promise<RequestContext>;
