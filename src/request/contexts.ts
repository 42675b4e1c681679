import type { Request } from 'express';
import type { Credentials, RestrictedTokenUse } from '../auth/identity.service';
import { traceOf } from '../http/trace';
import type { Logger } from '../logging';
import type { Services } from '../services';
import { RequestContext } from './request-context';

/** Makes the context of a request: who is calling, from where, under which id. */
export class RequestContexts {
  constructor(
    private readonly services: Services,
    private readonly log: Logger,
  ) {}

  /** `restrictedToken` is given where the address may carry one. */
  async of(request: Request, restrictedToken?: RestrictedTokenUse): Promise<RequestContext> {
    const { requestId } = traceOf(request);
    const caller = await this.services.identity.identify({
      ...this.credentials(request),
      restrictedToken,
    });
    const origin = { address: request.ip ?? '', userAgent: request.get('user-agent') };
    return new RequestContext(caller, this.services, origin, requestId, this.log.child({ requestId }));
  }

  private credentials(request: Request): Credentials {
    const names = this.services.config.SESSION_TOKEN_HEADERS;
    return {
      sessionTokens: names.flatMap((name) => request.get(name) ?? []),
      authorization: request.get('authorization'),
    };
  }
}
