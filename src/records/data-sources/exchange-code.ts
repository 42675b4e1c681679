import * as openid from 'openid-client';
import { isoTime, now } from '../../platform/clock';
import { internalError } from '../../platform/errors';
import { fetchLimited } from '../../platform/http/fetch-limited';
import { malformedTextIn } from '../../platform/rules/well-formed';
import { prepareObject } from '../../platform/validation/prepare-object';
import { invalidBody } from '../../platform/validation/refusal';
import type { Provider } from './provider';
import { providerSessionReplacement } from './provider-session-body';
import type { ProviderToken } from './provider-token';

/** The response of a provider to a code. */
export interface ExchangedCode {
  oauthToken: ProviderToken;
  /** Id of the account at the provider; absent if the provider has no claim for it. */
  externalId?: string;
}

/** Timeout of a provider, in seconds. */
const longestWait = 15;

/**
 * Exchanges the code of a provider for its token (RFC 6749, section 4.1.3). Throws when the provider refuses, and when
 * its response cannot be used.
 */
export async function exchangeCode(provider: Provider, code: string, state: string): Promise<ExchangedCode> {
  const answer = new URL(provider.redirectUrl);
  answer.search = new URLSearchParams({ code, state }).toString();
  try {
    const tokens = await openid.authorizationCodeGrant(connectionTo(provider), answer, {
      expectedState: state,
    });
    return read(provider, tokens);
  } catch (error) {
    // The error itself may contain tokens, and thrown errors are logged.
    const { error: refusal, code: kind, name } = error as { error?: string; code?: string; name?: string };
    throw internalError(
      new Error(`${provider.name} did not exchange a code: ${refusal ?? kind ?? name ?? 'unknown'}`),
    );
  }
}

function connectionTo(provider: Provider): openid.Configuration {
  const server = {
    issuer: provider.issuer ?? new URL(provider.tokenUrl).origin,
    authorization_endpoint: provider.authorizeUrl,
    token_endpoint: provider.tokenUrl,
  };
  const authentication =
    provider.authStyle === 'header'
      ? openid.ClientSecretBasic(provider.clientSecret)
      : openid.ClientSecretPost(provider.clientSecret);
  const connection = new openid.Configuration(server, provider.clientId, undefined, authentication);
  connection.timeout = longestWait;
  connection[openid.customFetch] = fetchLimited;
  // Only providers on localhost may be without TLS, see the file of providers.
  if (provider.tokenUrl.startsWith('http:')) openid.allowInsecureRequests(connection);
  return connection;
}

type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;

function read({ externalIdClaim }: Provider, tokens: Tokens): ExchangedCode {
  const { access_token, token_type, refresh_token, expires_in, scope, id_token } = tokens;
  const oauthToken = {
    accessToken: access_token,
    tokenType: token_type,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expirationTime: isoTime(now() + expires_in * 1000) }),
    ...(scope !== undefined && { scope: [...new Set(scope.split(' ').filter((name) => name !== ''))] }),
    ...(id_token !== undefined && { idToken: id_token }),
  };
  const named = externalIdClaim !== undefined && { externalId: tokens.claims()?.[externalIdClaim] ?? '' };
  return validated({ oauthToken, ...named });
}

/** Returns the content, if it is what a trusted server could send as well; throws otherwise. */
function validated(content: object): ExchangedCode {
  const prepared = prepareObject(providerSessionReplacement, content, new Set());
  const refusal = 'findings' in prepared ? invalidBody(prepared.findings) : malformedTextIn(content);
  const [finding] = refusal?.findings ?? [];
  if (!finding) return content as ExchangedCode;
  // The code is logged. The detail of the finding is not, because it contains the value.
  const code = `${finding.code} ${finding.source?.pointer ?? ''}`;
  throw Object.assign(new Error('The response of the provider cannot be used.'), { code });
}
