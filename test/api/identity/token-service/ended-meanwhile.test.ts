import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accessToken, newExternalPerson } from '../../../support/external-provider';
import { writeProvidersFile } from '../../../support/identity-providers-file';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  changeAccount,
  clients,
  codeForm,
  decodeClaims,
  logIn,
  newAccount,
  newChallenge,
  openBrowser,
  readAnswer,
  readRefusal,
  readTokens,
  refused,
  tokenRequest,
} from '../../../support/realm';
import { serverVariables, variable } from '../../../support/server';

const { provider } = serverVariables(globalThis.serverName ?? '');

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnRealm({ IDENTITY_PROVIDERS_FILE: writeProvidersFile(variable(provider)) });
});
afterAll(() => own.close());
afterEach(() => jest.restoreAllMocks());

async function endSessions(userId: string): Promise<void> {
  const token = await newServerToken(own.server);
  const { status } = await api(own.server).delete(`/auth/user/${userId}/sessions`, { token });
  expect(status).toBe(204);
}

async function disable(userId: string): Promise<void> {
  const query = 'mutation ($input: DisableUserInput!) { disableUser(input: $input) { user { id } } }';
  const request = { token: await newServerToken(own.server), variables: { input: { userId } } };
  expect((await api(own.server).graph(query, request)).body.errors).toBeUndefined();
}

/** Carries out a change once the code is found, before the transaction that uses it. */
function beforeCodeIsUsed(change: () => Promise<void>): void {
  const { database, tokenServiceParts } = own.app.services;
  const { codes } = tokenServiceParts;
  const [find, transaction] = [codes.find.bind(codes), database.transaction.bind(database)];
  jest.spyOn(codes, 'find').mockImplementationOnce(async (...sought) => {
    const code = await find(...sought);
    jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      await change();
      return transaction(work);
    });
    return code;
  });
}

const notActive = refused('invalid_grant', 'Session not active');

type Change = (userId: string) => Promise<void>;

const changes: [string, Change][] = [
  ['all sessions have ended', endSessions],
  ['the account is disabled', disable],
];

const newPassword: Change = (userId) => changeAccount(userId, { password: 'close-sesame' });

describe.each(['openid', 'openid offline_access'])('A code for %s', (scope) => {
  it.each([...changes, ['the password is new', newPassword] as const])(
    'brings no tokens where %s while it was checked',
    async (_what, change) => {
      const account = await newAccount();
      const { verifier, challenge } = newChallenge();
      const asked = { scope, code_challenge: challenge, code_challenge_method: 'S256' };
      const code = readAnswer(await logIn(openBrowser(), account, clients.phone, asked)).get('code') ?? '';
      beforeCodeIsUsed(() => change(account.userId));
      const answer = await tokenRequest(codeForm(clients.phone, code, { code_verifier: verifier }));
      expect(await readRefusal(answer)).toEqual(notActive);
    },
  );
});

describe('A token of a provider', () => {
  it.each(changes)('brings no tokens where %s while it was checked', async (_what, change) => {
    const exchange = () =>
      tokenRequest({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        ...{ client_id: 'exchange-partner', client_secret: 'secret of the exchange' },
        ...{ subject_token: accessToken(person), subject_issuer: 'signing' },
      });
    const person = newExternalPerson();
    const userId = String(decodeClaims((await readTokens(await exchange())).access_token).sub);
    const { brokeredAccounts } = own.app.services;
    const find = brokeredAccounts.find.bind(brokeredAccounts);
    jest.spyOn(brokeredAccounts, 'find').mockImplementationOnce(async (identity) => {
      const user = await find(identity);
      await change(userId);
      return user;
    });
    expect(await readRefusal(await exchange())).toEqual(notActive);
  });
});
