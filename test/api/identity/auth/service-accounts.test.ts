import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { changeAccount, decodeClaims, readTokens, tokenRequest } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, post, put } = api(server);

/** The account of a program, and a token that the secret of its client has opened. */
async function serviceAccount(): Promise<{ userId: string; token: string }> {
  const program = { client_id: 'clinic-program', client_secret: 'secret of the program' };
  const { access_token: token } = await readTokens(
    await tokenRequest({ grant_type: 'client_credentials', ...program }),
  );
  return { userId: String(decodeClaims(token).sub), token };
}

const forbidden = [{ extensions: { code: 'FORBIDDEN', status: 403 } }];

describe.each([
  ['a password', () => ({ password: 'close-sesame' })],
  ['an address', () => ({ emails: [newEmail(server)] })],
  ['a name for the log-in', () => ({ username: newEmail(server) })],
])('%s for a service account is refused', (_what, change) => {
  it('to itself and to trusted servers, over REST', async () => {
    const { userId, token } = await serviceAccount();
    for (const as of [token, await newServerToken(server)]) {
      const answer = await put(`/auth/user/${userId}`, { token: as, body: { updates: change() } });
      expect(answer.status).toBe(401);
      expect(answer.body.message).toBe('Not authorized for requested operation');
    }
    expect((await put('/auth/user', { token, body: { updates: change() } })).status).toBe(401);
    expect((await get('/auth/user', { token })).body).not.toHaveProperty('emails');
  });

  it('in the graph', async () => {
    const { userId, token } = await serviceAccount();
    const update = (field: string, input: object, as = token) =>
      graph(
        `mutation ($input: ${field}Input!) { update: u${field.slice(1)}(input: $input) { user { id } } }`,
        {
          ...{ token: as, variables: { input } },
        },
      );
    const answers = [
      await update('UpdateMe', change()),
      await update('UpdateUser', { userId, ...change() }),
      await update('UpdateUser', { userId, ...change() }, await newServerToken(server)),
    ];
    for (const { body } of answers) expect(body.errors).toMatchObject(forbidden);
    const { body } = await graph('query ($id: ID!) { user(id: $id) { passwordExists emails } }', {
      ...{ token: await newServerToken(server), variables: { id: userId } },
    });
    expect(body.data.user).toMatchObject({ passwordExists: false });
  });
});

describe('a service account', () => {
  it('can still accept the terms', async () => {
    const { userId } = await serviceAccount();
    await changeAccount(userId, { termsAccepted: '2024-05-06T07:08:09Z' });
  });

  it('has no restricted tokens, which would outlive its own', async () => {
    const { userId, token } = await serviceAccount();
    const path = `/v1/users/${userId}/restricted_tokens`;
    for (const as of [token, await newServerToken(server)]) {
      const { status, body } = await post(path, { token: as, body: {} });
      expect(status).toBe(403);
      expect(body.message).toBe('A service account has no restricted tokens: they would outlive its own.');
    }
    const query = 'mutation ($input: CreateExportInput!) { createExport(input: $input) { url } }';
    const { body } = await graph(query, { token, variables: { input: { userId } } });
    expect(body.errors).toMatchObject(forbidden);
  });

  it('is sent no mail to confirm an address', async () => {
    const { userId, token } = await serviceAccount();
    const query =
      'mutation ($input: SendSignupConfirmationInput!) { sendSignupConfirmation(input: $input) { done } }';
    for (const as of [token, await newServerToken(server)]) {
      const { body } = await graph(query, { token: as, variables: { input: { userId } } });
      expect(body.errors).toMatchObject(forbidden);
      expect((await post(`/confirm/send/signup/${userId}`, { token: as })).status).toBe(401);
    }
  });

  it('is not what a person is, whatever their token', async () => {
    const { userId, token } = await newAccount(server);
    expect((await post(`/v1/users/${userId}/restricted_tokens`, { token, body: {} })).status).toBe(201);
    expect((await put('/auth/user', { token, body: { updates: { password: 'close-sesame' } } })).status).toBe(
      200,
    );
  });
});
