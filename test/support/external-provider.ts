import { randomBytes } from 'node:crypto';
import { importPKCS8, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { registration, scriptText, type Script } from './provider-server';
import { serverVariables, variable } from './server';

const variables = serverVariables(globalThis.serverName ?? '');

/** The `iss` of a provider in the tests. */
export const issuerOfProvider = (alias: string): string => `${variable(variables.provider)}/${alias}`;

/** The claims of a person who has no account here yet. */
export interface ExternalPerson extends JWTPayload {
  sub: string;
  email: string;
}

export function newExternalPerson(changes: Partial<ExternalPerson> = {}): ExternalPerson {
  const sub = randomBytes(8).toString('hex');
  return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: `Person ${sub}`, ...changes };
}

interface Signature {
  alias?: string;
  /** The signing key; that of the provider by default. */
  key?: CryptoKey | Uint8Array;
  algorithm?: string;
  kid?: string;
}

export const providerKey = (): Promise<CryptoKey> =>
  importPKCS8(variable(variables.providerKey), 'RS256', { extractable: true });

/** An id token of a provider. `claims` overrides claims; `undefined` removes one. */
export async function idToken(claims: JWTPayload, signature: Signature = {}): Promise<string> {
  const { alias = 'signing', key = await providerKey(), algorithm = 'RS256', kid = 'first' } = signature;
  const time = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: issuerOfProvider(alias),
    aud: registration.clientId,
    iat: time,
    exp: time + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: algorithm, kid })
    .sign(key);
}

/** An access token of a provider that encodes its user info response. */
export const accessToken = (body: unknown, script: Omit<Script, 'body'> = {}): string =>
  scriptText({ body, ...script });

/** A code of a provider that encodes the person in its token response. */
export async function codeFor(
  visit: URL,
  claims: JWTPayload,
  signature: Signature = {},
  more: object = {},
): Promise<string> {
  const sent = visit.searchParams;
  const token = await idToken({ nonce: sent.get('nonce') ?? '', ...claims }, signature);
  const body = {
    access_token: accessToken({ ...claims, ...(claims.sub === undefined && { sub: 'nobody' }) }),
    token_type: 'Bearer',
    id_token: token,
    ...more,
  };
  return scriptText({ body, challenge: sent.get('code_challenge') ?? '' });
}
