import { randomBytes } from 'node:crypto';
import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accessToken, newExternalPerson, type ExternalPerson } from '../../../support/external-provider';
import { waitForMails } from '../../../support/mails';
import { decodeClaims, tokenRequest, readTokens } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

/** An account created through an identity provider. */
async function newBrokered(): Promise<ExternalPerson & { token: string; userId: string }> {
  const person = newExternalPerson();
  const tokens = await readTokens(
    await tokenRequest({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: 'exchange-partner',
      client_secret: 'secret of the exchange',
      subject_token: accessToken(person),
      subject_issuer: 'signing',
    }),
  );
  const token = tokens.access_token;
  return { ...person, token, userId: String(decodeClaims(token).sub) };
}

describe('an account of an identity provider', () => {
  it.each<[string, object]>([
    ['the password', { password: randomBytes(8).toString('hex') }],
    ['the address', { username: 'new@example.org', emails: ['new@example.org'] }],
    ['the time of the terms', { termsAccepted: '2024-05-06T07:08:09Z' }],
    ['nothing', {}],
  ])('cannot be changed here: %s', async (_what, updates) => {
    const { token, userId, email } = await newBrokered();
    const { put, get } = api(server);
    for (const caller of [token, await newServerToken(server)]) {
      const answer = await put(`/auth/user/${userId}`, { token: caller, body: { updates } });
      expect(answer).toMatchObject({
        status: 401,
        body: { reason: 'Not authorized for requested operation' },
      });
    }
    const user = (await get('/auth/user', { token })).body;
    expect(user).toMatchObject({ username: email });
    expect(user).not.toHaveProperty('termsAccepted');
  });

  it('gets no link to set a password', async () => {
    const { email } = await newBrokered();
    expect((await api(server).post(`/confirm/send/forgot/${email}`)).status).toBe(200);
    const [mail] = await waitForMails(server, email);
    expect(mail).not.toMatch(/resetKey|confirm-password-reset/i);
  });

  it('has to confirm its address like any new account', async () => {
    const { post, get } = api(server);
    const { userId, email, token } = await newBrokered();
    const trusted = await newServerToken(server);
    const body = { clinicId: 'clinic', invitedBy: 'clinician' };
    expect((await post(`/confirm/send/signup/${userId}`, { token: trusted, body })).status).toBe(200);
    const [mail] = await waitForMails(server, email);
    expect(mail).toContain('Please confirm your email address');
    const seen = (await get(`/confirm/signup/${userId}`, { token })).body;
    expect(seen).toMatchObject({ creatorId: '' });
    expect(seen).not.toHaveProperty('clinicId');
  });

  it('keeps its only provider', async () => {
    const { token, userId } = await newBrokered();
    const { body } = await api(server).graph(
      'mutation { unlinkIdentityProvider(input: { alias: "signing" }) { user { id } } }',
      { token },
    );
    expect(body.errors[0].extensions.code).toBe('CONFLICT');
    const seen = await api(server).graph('{ me { id identityProviders { alias } } }', { token });
    expect(seen.body.data.me).toEqual({ id: userId, identityProviders: [{ alias: 'signing' }] });
  });

  it('does not look unclaimed', async () => {
    const { userId } = await newBrokered();
    const token = await newServerToken(server);
    const { body } = await api(server).get(`/auth/user/${userId}`, { token });
    expect(body).toMatchObject({ passwordExists: true });
  });
});
