import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registration } from './provider-server';

/** The domain of addresses that belong to the provider `owning`. */
export const ownedDomain = 'owned.example.org';

/**
 * Writes the file of providers for test servers, all at one address. Returns its path.
 *
 * @param more aliases of further providers
 */
export function writeProvidersFile(url: string, more: readonly string[] = []): string {
  const provider = (alias: string, settings: object = {}) => ({
    alias,
    displayName: `Log-in of ${alias}`,
    issuer: `${url}/${alias}`,
    ...registration,
    ...settings,
  });
  const path = join(mkdtempSync(join(tmpdir(), 'glycograph-providers-')), 'providers.json');
  const providers = [
    provider('signing', { trustEmail: true, audiences: ['partner-app'] }),
    provider('telling', { trustEmail: true, validateSignature: false }),
    provider('distrusted', { scopes: 'openid email' }),
    provider('owning', { trustEmail: true, domains: [ownedDomain] }),
    provider('unlisted'),
    provider('switched-off', { enabled: false }),
    provider('gone', { issuer: 'http://127.0.0.1:1' }),
    provider('garbage'),
    provider('silent'),
    ...more.map((alias) => provider(alias)),
  ];
  writeFileSync(path, JSON.stringify(providers));
  return path;
}
