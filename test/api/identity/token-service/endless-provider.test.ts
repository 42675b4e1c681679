import type { PageAnswer } from '../../../support/browser-tab';
import { fewBytes } from '../../../support/endless-answer';
import { codeFor, idToken, issuerOfProvider, newExternalPerson } from '../../../support/external-provider';
import { writeProvidersFile } from '../../../support/identity-providers-file';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import { logInAtProvider, readVisit, returnFrom } from '../../../support/provider-log-in';
import { startProviderServer, type ProviderServer } from '../../../support/provider-server';
import {
  authorizeAddress,
  clients,
  openBrowser,
  readRefusal,
  refused,
  tokenRequest,
} from '../../../support/realm';
import { serverVariables } from '../../../support/server';

let provider: ProviderServer;
let own: OwnApp;

/** Issuers that answer endlessly at one of their paths. */
const aliases = ['openid-configuration', 'token', 'keys', 'userinfo', 'p1'].map((name) => `endless-${name}`);

beforeAll(async () => {
  provider = await startProviderServer();
  const names = serverVariables(globalThis.serverName ?? '');
  Object.assign(process.env, {
    [names.provider]: provider.url,
    [names.providerKey]: provider.privateKey,
  });
  own = await startOwnRealm({ IDENTITY_PROVIDERS_FILE: writeProvidersFile(provider.url, aliases) });
}, 120_000);

afterAll(async () => {
  await own.close();
  provider.stop();
}, 120_000);

async function expectCutOff(): Promise<void> {
  const sent = await Promise.all(provider.sent.splice(0));
  expect(sent).toEqual([expect.any(Number)]);
  expect(Math.max(...sent)).toBeLessThan(fewBytes);
}

/** An EHR launches the client for its patient, and the browser returns from its log-in. */
async function launch(alias: string): Promise<PageAnswer> {
  const browser = openBrowser();
  const client = { id: 'blip-smart-on-fhir', redirectUri: 'http://localhost:3000/' };
  const context = { iss: issuerOfProvider(alias), launch: 'handle', aud: 'https://records.example/fhir' };
  const visit = readVisit(await browser.get(authorizeAddress(client, { ...context, correlation_id: 'it' })));
  const code = await codeFor(visit, newExternalPerson(), { alias }, { patient: 'p1' });
  return browser.get(returnFrom(alias, visit, { code }));
}

describe('an endless answer of a provider', () => {
  const logIn = (alias: string) => logInAtProvider({ ...newExternalPerson(), email: undefined }, { alias });
  const begin = (alias: string) => openBrowser().get(authorizeAddress(clients.web, { kc_idp_hint: alias }));

  it.each<[string, (alias: string) => Promise<PageAnswer>]>([
    ['openid-configuration', begin],
    ['token', logIn],
    ['keys', logIn],
    ['userinfo', logIn],
    ['p1', launch],
  ])('at %s is cut off, and results in a page', async (name, ask) => {
    const page = await ask(`endless-${name}`);
    expect(page).toMatchObject({ status: 502, text: expect.stringMatching(/cannot be reached/) });
    await expectCutOff();
  });

  it('is cut off when a program exchanges a token', async () => {
    const answer = await tokenRequest({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      ...{ client_id: 'exchange-partner', client_secret: 'secret of the exchange' },
      subject_token: await idToken(newExternalPerson(), { alias: 'endless-keys' }),
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    });
    expect(await readRefusal(answer)).toEqual(
      refused('temporarily_unavailable', 'The identity provider cannot be reached', 503),
    );
    await expectCutOff();
  });
});
