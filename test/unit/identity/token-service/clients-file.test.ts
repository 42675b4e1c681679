import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientRegistry } from '../../../../src/identity/token-service/clients/client-registry';

const baseUrl = 'https://graph.example';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-clients-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function registryOf(content: unknown): ClientRegistry {
  const clientsFile = join(folder, 'clients.json');
  writeFileSync(clientsFile, typeof content === 'string' ? content : JSON.stringify(content));
  return new ClientRegistry({ baseUrl, clientsFile });
}

const minimal = { clientId: 'x', grants: ['authorization_code'], redirectUris: ['https://x.example/*'] };

describe('The clients', () => {
  it('are the built-in ones without a file; backend only with a secret', () => {
    const registry = new ClientRegistry({ baseUrl });
    const ids = ['blip', 'blip-smart-on-fhir', 'tidepool-uploader-sso', 'tidepool-uploader', 'tidepool-loop'];
    const more = [
      'tidepool-carepartner-ios',
      'tidepoolkit-example',
      'diy-loop',
      'nightscout-trio',
      'xdrip',
      'aaps',
    ];
    for (const id of [...ids, ...more, 'glycograph-explorer']) expect(registry.find(id)?.id).toBe(id);
    expect(registry.find('backend')).toBeUndefined();
    const withSecret = new ClientRegistry({ baseUrl, backendSecret: 'secret' }).find('backend');
    expect(withSecret?.roles).toEqual(['backend_service']);
    expect(JSON.stringify(withSecret)).not.toContain('"secret"');
  });

  it('require PKCE of apps and let them go offline, but not of web applications in development', () => {
    const registry = new ClientRegistry({ baseUrl });
    expect(registry.find('xdrip')).toMatchObject({ pkceRequired: true, mayGoOffline: true });
    expect(registry.find('blip')).toMatchObject({ pkceRequired: true, mayGoOffline: false });
    const ofDeveloper = new ClientRegistry({ baseUrl: 'http://localhost:8080' });
    expect(ofDeveloper.find('blip')).toMatchObject({ pkceRequired: false, mayGoOffline: false });
    expect(registry.find('tidepool-uploader')).toMatchObject({ pkceRequired: false, mayGoOffline: false });
  });

  it('redirect the explorer only to its own page', () => {
    expect(new ClientRegistry({ baseUrl }).find('glycograph-explorer')).toMatchObject({
      redirectUris: ['https://graph.example/explorer'],
      postLogoutRedirectUris: ['https://graph.example/explorer'],
      webOrigins: new Set(['https://graph.example']),
    });
  });

  it('of the file add to them, and replace those with the same id', () => {
    const registry = registryOf([minimal, { ...minimal, clientId: 'blip' }]);
    expect(registry.find('x')?.webOrigins).toEqual(new Set(['https://x.example']));
    expect(registry.find('blip')?.redirectUris).toEqual(['https://x.example/*']);
    expect(registry.find('xdrip')?.redirectUris).toEqual(['xdrip://callback/tidepool']);
  });

  it('can be disabled in the file', () => {
    expect(registryOf([{ ...minimal, clientId: 'blip', enabled: false }]).find('blip')).toBeUndefined();
  });
});

describe('A file of clients is refused', () => {
  it.each<[string, unknown]>([
    ['that is no JSON', '[{'],
    ['that is no array', {}],
    ['with an unknown key', [{ ...minimal, redirectUrls: [] }]],
    ['without a client id', [{ ...minimal, clientId: '' }]],
    ['with an unknown grant', [{ ...minimal, grants: ['implicit'] }]],
    ['with a wildcard for hosts', [{ ...minimal, redirectUris: ['https://*.example/*'] }]],
    ['with a path in an origin', [{ ...minimal, webOrigins: ['https://x.example/'] }]],
    ['with every origin', [{ ...minimal, webOrigins: ['*'] }]],
    ['with a token that lives longer than ten minutes', [{ ...minimal, accessTokenLifetime: 601 }]],
    ['with two secrets', [{ ...minimal, clientSecret: 'x', clientSecretSha256: '0'.repeat(64) }]],
    ['with an invalid hash', [{ ...minimal, clientSecretSha256: 'x' }]],
    ['with consent that cannot be requested', [{ ...minimal, grants: ['password'], consentRequired: true }]],
    ['with client_credentials for a public client', [{ ...minimal, grants: ['client_credentials'] }]],
  ])('%s', (_case, content) => {
    expect(() => registryOf(content)).toThrow(/clients\.json/);
  });
});
