import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sendEndlessly } from './endless-answer';

/** The response that a code or an access token encodes; see `test/support/external-provider.ts`. */
export interface Script {
  status?: number;
  /** Sent as JSON; text is sent unchanged. */
  body: unknown;
  /** Requires the verifier of this challenge. */
  challenge?: string;
  /** The patient data for an access token; `silent` never responds. */
  patient?: Script | 'silent';
}

/** Our id and secret at the provider, with spaces and characters that must be encoded. */
export const registration = { clientId: 'glycograph', clientSecret: 'at the provider: 100% + more' };

export const scriptText = (script: Script): string =>
  Buffer.from(JSON.stringify(script)).toString('base64url');

const parseScript = (sent: string | null | undefined): Script =>
  JSON.parse(Buffer.from(sent ?? '', 'base64url').toString('utf8')) as Script;

/**
 * An external identity provider. It is stateless: codes and access tokens encode their responses, so that tests can run
 * concurrently. The first segment of a path is the issuer; `garbage` responds with nonsense, `silent` never, and
 * `endless-token` without end at its path `token`.
 */
export async function startProviderServer() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' }];
  const sent: Promise<number>[] = [];
  const server = createServer((request, response) => {
    if (/^\/endless-([^/]+)\/(?:.*\/)?\1$/.test(request.url ?? '')) sent.push(sendEndlessly(response));
    else void answer(request, response, keys);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /** The bytes of endless responses that were sent until the service disconnected. */
    sent,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type ProviderServer = Awaited<ReturnType<typeof startProviderServer>>;

async function answer(request: IncomingMessage, response: ServerResponse, keys: object[]): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://provider.test');
  const [, issuer = '', ...rest] = pathname.split('/');
  if (issuer === 'silent') return;
  if (issuer === 'garbage') return send(response, { body: '<h1>Out of order</h1>' });
  const base = `http://${request.headers.host}/${issuer}`;
  switch (rest.join('/')) {
    case '.well-known/openid-configuration':
      return send(response, { body: discovery(base) });
    case 'keys':
      return send(response, { body: { keys } });
    case 'token':
      return send(response, await tokenAnswer(request));
    case 'userinfo':
      return send(response, userInfo(request));
    case `Patient/${rest[1]}`:
      return readPatient(request, response);
    default:
      return send(response, { status: 404, body: 'Nothing here' });
  }
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

async function tokenAnswer(request: IncomingMessage): Promise<Script> {
  const form = new URLSearchParams(await text(request));
  const sent = Buffer.from((request.headers.authorization ?? '').slice('Basic '.length), 'base64').toString();
  const [id, secret] = sent.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  if (id !== registration.clientId || secret !== registration.clientSecret) {
    return { status: 401, body: { error: 'invalid_client' } };
  }
  try {
    const script = parseScript(form.get('code'));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (script.challenge === challenge) return script;
  } catch {
    // Not a code of a test.
  }
  return { status: 400, body: { error: 'invalid_grant' } };
}

function userInfo(request: IncomingMessage): Script {
  try {
    return parseScript((request.headers.authorization ?? '').slice('Bearer '.length).split('.').at(-1));
  } catch {
    return { status: 401, body: { error: 'invalid_token' } };
  }
}

function readPatient(request: IncomingMessage, response: ServerResponse): void {
  const { patient } = parseScript((request.headers.authorization ?? '').slice('Bearer '.length));
  if (patient !== 'silent') send(response, patient ?? { status: 404, body: 'No such patient' });
}

function send(response: ServerResponse, { status = 200, body }: Script): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}
