import { endpoint, issuer } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const getJson = async (address: string): Promise<{ response: Response; body: Record<string, unknown> }> => {
  const response = await fetch(address);
  return { response, body: (await response.json()) as Record<string, unknown> };
};

describe('Realms', () => {
  it.each(['dev1', 'qa1', 'qa2', 'qa3', 'qa4', 'qa5', 'integration', 'glycograph'])(
    '%s is served',
    async (realm) => {
      const { response, body } = await getJson(`${issuer(realm)}/.well-known/openid-configuration`);
      expect(response.status).toBe(200);
      expect(body.issuer).toBe(issuer(realm));
    },
  );

  it('are distinguished from unknown realms', async () => {
    for (const path of [
      '',
      '/.well-known/openid-configuration',
      '/protocol/openid-connect/auth',
      '/nothing',
    ]) {
      const { response, body } = await getJson(`${serverUnderTest().url}/realms/atlantis${path}`);
      expect(response.status).toBe(404);
      expect(body).toEqual({ error: 'Realm does not exist' });
    }
  });

  it('give their URLs', async () => {
    const { body } = await getJson(issuer());
    expect(body).toMatchObject({ realm: 'qa1', 'token-service': `${issuer()}/protocol/openid-connect` });
    expect(typeof body.public_key).toBe('string');
  });
});

describe('The discovery document', () => {
  it('lists every endpoint, each below the issuer', async () => {
    const { response, body } = await getJson(`${issuer()}/.well-known/openid-configuration`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({
      authorization_endpoint: endpoint('auth'),
      token_endpoint: endpoint('token'),
      introspection_endpoint: endpoint('token/introspect'),
      userinfo_endpoint: endpoint('userinfo'),
      end_session_endpoint: endpoint('logout'),
      revocation_endpoint: endpoint('revoke'),
      jwks_uri: endpoint('certs'),
      check_session_iframe: endpoint('login-status-iframe.html'),
    });
  });

  it('lists supported features', async () => {
    const { body } = await getJson(`${issuer()}/.well-known/openid-configuration`);
    expect(body).toMatchObject({
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(body.grant_types_supported).toEqual(
      expect.arrayContaining(['authorization_code', 'refresh_token', 'password']),
    );
  });

  it('is readable for pages of any origin, with a preflight', async () => {
    const response = await fetch(`${issuer()}/.well-known/openid-configuration`, {
      method: 'OPTIONS',
      headers: { origin: 'https://anything.example', 'access-control-request-method': 'GET' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('The keys', () => {
  it('are public RSA keys of 2048 bits, different in each realm', async () => {
    const { response, body } = await getJson(endpoint('certs'));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const [key] = body.keys as Record<string, string>[];
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) });
    expect(Buffer.from(key?.n ?? '', 'base64url').length * 8).toBe(2048);
    expect(key).not.toHaveProperty('d');
    const { body: other } = await getJson(endpoint('certs', 'qa2'));
    expect((other.keys as Record<string, string>[])[0]?.kid).not.toBe(key?.kid);
  });
});
