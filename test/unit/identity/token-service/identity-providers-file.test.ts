import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIdentityProviders } from '../../../../src/identity/identity-providers/identity-providers-file';

const folder = mkdtempSync(join(tmpdir(), 'glycograph-'));
let files = 0;

function read(content: unknown) {
  const path = join(folder, `${files++}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readIdentityProviders(path);
}

const least = { alias: 'hospital', issuer: 'https://login.example.org', clientId: 'us' };

it('has defaults', () => {
  expect(read([least])).toEqual([
    {
      ...least,
      displayName: 'hospital',
      scopes: ['openid', 'email', 'profile'],
      domains: [],
      audiences: [],
      validateSignature: true,
      trustEmail: false,
      enabled: true,
    },
  ]);
});

it('accepts scopes as a list or as text, and domains in any case', () => {
  const [one, other] = read([
    { ...least, scopes: ['openid', 'email'], domains: ['Example.ORG'] },
    { ...least, alias: 'other', scopes: 'openid  email' },
  ]);
  expect(one).toMatchObject({ scopes: ['openid', 'email'], domains: ['example.org'] });
  expect(other).toMatchObject({ scopes: ['openid', 'email'] });
});

it('accepts http only on this machine', () => {
  expect(read([{ ...least, issuer: 'http://localhost:8081/realms/qa1' }])).toHaveLength(1);
  expect(() => read([{ ...least, issuer: 'http://login.example.org' }])).toThrow(
    /0\.issuer: must be an https/,
  );
});

it.each<[string, object, RegExp]>([
  ['an alias with a slash', { alias: 'a/b' }, /0\.alias/],
  ['no client id', { clientId: undefined }, /0\.clientId/],
  ['no address', { issuer: undefined }, /0\.issuer/],
  ['an address with a password', { issuer: 'https://me:pw@login.example.org' }, /0\.issuer/],
  ['scopes without openid', { scopes: ['email'] }, /0\.scopes: must contain openid/],
  ['a domain with an @', { domains: ['@example.org'] }, /0\.domains\.0/],
  ['an unknown field', { clientSecrets: 'x' }, /clientSecrets/],
  [
    'addresses without a way to know anybody',
    { endpoints: { authorizationEndpoint: 'https://a.example', tokenEndpoint: 'https://a.example' } },
    /0\.endpoints: needs jwksUri or userInfoEndpoint/,
  ],
])('refuses %s', (_case, changes, message) => {
  expect(() => read([{ ...least, ...changes }])).toThrow(message);
});

it('refuses a repeated alias', () => {
  expect(() => read([least, least])).toThrow(/1\.alias: must be unique/);
});

it('never quotes a secret', () => {
  const secret = 'do-not-tell';
  for (const content of [[{ ...least, clientSecret: secret, alias: '' }], `[{"clientSecret": "${secret}"`]) {
    expect(() => read(content)).toThrow();
    try {
      read(content);
    } catch (error) {
      expect(String((error as Error).stack)).not.toContain(secret);
    }
  }
});
