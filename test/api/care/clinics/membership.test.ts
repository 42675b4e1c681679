import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { accepted, newClinic, type TestClinic } from '../../../support/clinics';
import { newExternalPerson } from '../../../support/external-provider';
import { logInAtProvider } from '../../../support/provider-log-in';
import { readAnswer, clients, codeForm, openBrowser, tokenRequest, readTokens } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

let clinic: TestClinic;

beforeEach(async () => {
  clinic = await newClinic(server);
});

const restrict = async (restrictions: object[]) =>
  accepted(
    await put(`${clinic.path}/membership_restrictions`, {
      token: await newServerToken(server),
      body: { restrictions },
    }),
  );

const invite = async (email: string): Promise<string> => {
  const body = { email, roles: ['CLINIC_MEMBER'] };
  return accepted(await post(`${clinic.path}/invites/clinicians`, { token: clinic.admin.token, body }))
    .inviteId;
};

type Invited = Pick<TestAccount, 'userId' | 'token'>;

const shown = async ({ userId, token }: Invited): Promise<Json> =>
  accepted(await get(`/v1/clinicians/${userId}/invites`, { token }))[0].restrictions;
const accept = ({ userId, token }: Invited, key: string): Promise<Answer> =>
  put(`/v1/clinicians/${userId}/invites/${key}`, { token });

describe('membership restrictions', () => {
  const refused = { canAccept: false };
  const elsewhere = (requiredIdp: string) => ({ ...refused, requiredIdp });
  it.each<[string, object[], object]>([
    ['everybody, without restrictions', [], { canAccept: true }],
    ['those of a domain', [{ emailDomain: 'a.example' }], { canAccept: true }],
    ['those of a domain, in any case', [{ emailDomain: 'A.Example' }], { canAccept: true }],
    ['no one from another domain', [{ emailDomain: 'b.example' }], refused],
    ['no one from a subdomain', [{ emailDomain: 'example' }], refused],
    ['no one from a domain with the same ending', [{ emailDomain: '.example' }], refused],
    ['people with another provider', [{ emailDomain: 'a.example', requiredIdp: 'x' }], elsewhere('x')],
    [
      'whom the first restriction lets in',
      [
        { emailDomain: 'b.example' },
        { emailDomain: 'a.example' },
        { emailDomain: 'a.example', requiredIdp: 'x' },
      ],
      { canAccept: true },
    ],
    [
      'no one whom the first restriction excludes',
      [{ emailDomain: 'a.example', requiredIdp: 'x' }, { emailDomain: 'a.example' }],
      elsewhere('x'),
    ],
  ])('%s', async (_what, restrictions, verdict) => {
    const email = `${randomUUID()}+${server.verificationSecret}@A.example`;
    const guest = await newAccount(server, { email });
    const key = await invite(email);
    await restrict(restrictions);
    expect(await shown(guest)).toEqual(verdict);
    const { canAccept } = verdict as { canAccept: boolean };
    const operation = `mutation ($key: ID!) {
      acceptClinicianInvitation(input: { key: $key, userId: "${guest.userId}" }) { clinician { userId } }
    }`;
    if (!canAccept) {
      const { body } = await graph(operation, { token: guest.token, variables: { key } });
      expect(body.errors[0].extensions.status).toBe(403);
    }
    expect((await accept(guest, key)).status).toBe(canAccept ? 200 : 403);
  });

  it('allow a log-in through the required provider, in any case', async () => {
    const person = newExternalPerson();
    const browser = openBrowser();
    const page = await logInAtProvider(person, { browser });
    const terms = await browser.submit(page, { step: 'choose-role', role: 'clinician' });
    const answer = await browser.submit(terms, { step: 'accept-terms', agree: 'on', accept: 'on' });
    const { access_token: token } = await readTokens(
      await tokenRequest(codeForm(clients.web, readAnswer(answer).get('code') ?? '')),
    );
    const { userid: userId } = accepted(await get('/auth/user', { token }));
    const email = String(person.email);
    const emailDomain = email.slice(email.indexOf('@') + 1);
    const key = await invite(email);
    await restrict([{ emailDomain, requiredIdp: 'other' }]);
    expect(await shown({ userId, token })).toEqual(elsewhere('other'));
    expect((await accept({ userId, token }, key)).status).toBe(403);
    await restrict([{ emailDomain, requiredIdp: 'SIGNING' }]);
    expect(await shown({ userId, token })).toEqual({ canAccept: true });
    expect((await accept({ userId, token }, key)).status).toBe(200);
  });

  it('take no notice of an address that is not confirmed', async () => {
    const guest = await newAccount(server);
    const key = await invite(guest.email);
    await restrict([{ emailDomain: 'a.example' }]);
    const email = `${randomUUID()}@a.example`;
    const body = { updates: { username: email, emails: [email] } };
    accepted(await put('/auth/user', { token: guest.token, body }));
    expect(await shown(guest)).toEqual(refused);
    expect((await accept(guest, key)).status).toBe(403);
    const confirmed = { updates: { emailVerified: true } };
    accepted(
      await put(`/auth/user/${guest.userId}`, { token: await newServerToken(server), body: confirmed }),
    );
    expect(await shown(guest)).toEqual({ canAccept: true });
    expect((await accept(guest, key)).status).toBe(200);
  });
});
