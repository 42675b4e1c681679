import { responseModes } from './authorize/authorization-request';
import type { RealmCall } from './realm-route';
import { knownScopes } from './scope';
import { servedGrantTypes } from './token-endpoint';

const claims = [
  ...['iss', 'sub', 'aud', 'azp', 'exp', 'iat', 'auth_time', 'nonce', 'sid', 'session_state', 'at_hash'],
  'identity_provider',
  ...['email', 'email_verified', 'preferred_username', 'name', 'given_name', 'family_name'],
];
const authenticationMethods = ['client_secret_basic', 'client_secret_post', 'none'];

/** GET …/.well-known/openid-configuration: the discovery document (OpenID Connect Discovery 1.0). */
export function showDiscovery({ realm, response }: RealmCall): void {
  const { issuer } = realm;
  const protocol = `${issuer}/protocol/openid-connect`;
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.json({
    issuer,
    authorization_endpoint: `${protocol}/auth`,
    token_endpoint: `${protocol}/token`,
    introspection_endpoint: `${protocol}/token/introspect`,
    userinfo_endpoint: `${protocol}/userinfo`,
    end_session_endpoint: `${protocol}/logout`,
    revocation_endpoint: `${protocol}/revoke`,
    jwks_uri: `${protocol}/certs`,
    check_session_iframe: `${protocol}/login-status-iframe.html`,
    response_types_supported: ['code'],
    response_modes_supported: responseModes,
    grant_types_supported: servedGrantTypes,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: authenticationMethods,
    revocation_endpoint_auth_methods_supported: authenticationMethods,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: knownScopes,
    claims_supported: claims,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    // The pages are in English, whatever `ui_locales` asks for.
    ui_locales_supported: ['en'],
    prompt_values_supported: ['none', 'login', 'consent'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
}

/** GET …/certs: the public keys of the realm (RFC 7517). */
export async function showKeys({ parts, realm, response }: RealmCall): Promise<void> {
  const keySet = await parts.tokens.keyRings.publicKeySet(realm.keyRing);
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.json(keySet);
}
