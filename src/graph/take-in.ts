import express, { type RequestHandler, type Response } from 'express';
import { assertNotTooDeep } from '../http/read-body';
import type { RequestContexts } from '../request/contexts';
import type { RequestContext } from '../request/request-context';

/** Bodies of queries; everything larger has a REST route of its own. */
const largestQuery = '2mb';

/** Strangers log in, sign up and read the schema. */
const largestOfStrangers = '64kb';

const readerOf = (limit: string): RequestHandler =>
  express.json({ limit, verify: (_request, _response, body) => assertNotTooDeep(body) });

/** Takes in a request to the graph: who sends it, and then its body, of strangers a small one. `contextOf` has the former. */
export function takeIn(contexts: RequestContexts): RequestHandler {
  const readers = { anyone: readerOf(largestOfStrangers), known: readerOf(largestQuery) };
  return async (request, response, next) => {
    const context = contexts.of(request);
    response.locals.context = context;
    // Whatever keeps us from finding out is told where the context is asked for, and not that the body is too large.
    const isKnown = await context.then(
      ({ caller }) => caller.kind !== 'anonymous',
      () => true,
    );
    await (isKnown ? readers.known : readers.anyone)(request, response, next);
  };
}

/** The context of a request that `takeIn` has taken. Rejects when it could not be made. */
export const contextOf = ({ locals }: Response): Promise<RequestContext> =>
  locals.context as Promise<RequestContext>;
