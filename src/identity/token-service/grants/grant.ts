import type { Client, GrantName } from '../clients/client';
import { invalidRequest, type OAuthError } from '../oauth-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import type { TokenResponse } from '../token-issuer';

/** A grant type. */
export interface Grant {
  /** The grant that a client must be registered for. */
  name: GrantName;
  /** The error for a client without it, if it is not `unauthorized_client`. */
  refusal?: () => OAuthError;
  exchange: (call: RealmCall, client: Client, form: Parameters) => Promise<TokenResponse>;
}

/** The value of a form parameter. Throws `invalid_request` when it is missing. */
export function required(form: Parameters, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw invalidRequest(`Missing form parameter: ${name}`);
  return value;
}
