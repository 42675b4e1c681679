import type { Request, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Caller, Origin } from '../identity/caller';
import type { Credentials, RestrictedTokenUse } from '../identity/auth/identity.service';
import { callerGone } from '../platform/errors';
import { callerAddress } from '../platform/http/caller-address';
import { Delivery } from '../platform/http/delivery';
import {
  getFacts,
  getTrace,
  getTraceId,
  newFacts,
  requestIds,
  type RequestFacts,
} from '../platform/http/trace';
import type { Logger } from '../platform/logging';
import type { Services } from '../services';
import type { Repetition } from './repetitions';
import { RequestContext } from './request-context';

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Aborted when the caller disconnects before the response was written. */
function signalOfLeaving(response: Response): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort(callerGone());
  });
  return leaving.signal;
}

interface RequestParts {
  route?: string;
  repetition?: Repetition;
  leaving?: AbortSignal;
  facts: RequestFacts;
}

/** The caller for the log. A token says who uses it, and its client. */
function noteCaller(facts: RequestFacts, caller: Caller): void {
  if (caller.kind === 'anonymous') return;
  facts.account = caller.userId;
  facts.client = caller.kind === 'server' ? caller.serverName : caller.clientId;
}

/** Creates the context of a request: the caller, their origin, and the request id. */
export class RequestContexts {
  /** As Node.js names them. */
  private readonly tokenHeaders: readonly string[];
  private readonly getRequestId: ReturnType<typeof requestIds>;

  constructor(
    private readonly services: Services,
    private readonly log: Logger,
  ) {
    this.tokenHeaders = services.config.SESSION_TOKEN_HEADERS.map((name) => name.toLowerCase());
    this.getRequestId = requestIds(services.config.HEADER_PREFIXES);
  }

  /** `route` names the REST route; `restrictedToken` is set if the route accepts one. */
  of(request: Request, route?: string, restrictedToken?: RestrictedTokenUse): Promise<RequestContext> {
    const { requestId } = getTrace(request);
    const origin = { address: request.ip ?? '', userAgent: request.get('user-agent') };
    const credentials = { ...this.credentials(request.headers), restrictedToken };
    const { res: response } = request;
    const repetition = {
      key: request.get('Idempotency-Key') || undefined,
      watchDelivery: response && (() => new Delivery(response)),
    };
    // For the graph, the operation decides whether it only reads.
    const mayOnlyRead = route === undefined || readingMethods.has(request.method);
    const leaving = response && mayOnlyRead ? signalOfLeaving(response) : undefined;
    const facts = getFacts(request);
    return this.create(credentials, origin, requestId, { route, repetition, leaving, facts });
  }

  /**
   * For a persistent connection. Its credentials are in the headers of the opening request or, because browsers
   * cannot set those, in the parameters of its first message, under the same names.
   */
  ofConnection(
    request: IncomingMessage,
    parameters: Record<string, unknown>,
    leaving: AbortSignal,
  ): Promise<RequestContext> {
    const { TRUST_PROXY } = this.services.config;
    const origin = {
      address: callerAddress(request, TRUST_PROXY),
      userAgent: request.headers['user-agent'],
    };
    const sent = this.credentials(request.headers);
    const named = Object.entries(parameters)
      .filter(([, value]) => isText(value) || (Array.isArray(value) && value.every(isText)))
      .map(([name, value]): [string, string] => [name.toLowerCase(), [value].flat().join(', ')]);
    const given = this.credentials(Object.fromEntries(named));
    const requestId = this.getRequestId(request);
    return this.create(
      {
        sessionTokens: [...sent.sessionTokens, ...given.sessionTokens],
        authorization: given.authorization ?? sent.authorization,
      },
      origin,
      requestId,
      { leaving, facts: newFacts(getTraceId(request, requestId)) },
    );
  }

  private async create(
    credentials: Credentials,
    origin: Origin,
    requestId: string,
    { route, repetition, leaving, facts }: RequestParts,
  ): Promise<RequestContext> {
    const { caller, account } = await this.services.identity.identify(credentials);
    noteCaller(facts, caller);
    const context = new RequestContext(
      caller,
      this.services,
      origin,
      requestId,
      this.log,
      undefined,
      route,
      undefined,
      repetition,
      leaving,
      facts,
    );
    if (account) context.prime(this.services.accounts.findMany, account.id, account);
    return context;
  }

  private credentials(headers: IncomingMessage['headers']): Credentials {
    return {
      // Node.js joins the values of a header that is sent several times.
      sessionTokens: this.tokenHeaders.flatMap((name) => String(headers[name] ?? '').split(', ')),
      authorization: headers.authorization,
    };
  }
}
