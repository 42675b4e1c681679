import type { Client, GrantName } from '../clients/client';
import { invalidRequest, type OAuthError } from '../oauth-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import type { TokenResponse } from '../token-issuer';

/** One way to get tokens. */
export interface Grant {
  /** What a client has to have among its grants. */
  name: GrantName;
  /** What a client without it is told, when it is not `unauthorized_client`. */
  refusal?: () => OAuthError;
  exchange: (call: RealmCall, client: Client, form: Parameters) => Promise<TokenResponse>;
}

/** The value of a form parameter. Throws `invalid_request` when it is missing. */
export function required(form: Parameters, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw invalidRequest(`Missing form parameter: ${name}`);
  return value;
}
