import { rmSync } from 'node:fs';
import { serviceSubject } from '../../../../src/identity/audit/operator-log.service';
import { accessLog, onRecord } from '../../../support/access-log';
import { logIn, newAccount, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newClinic } from '../../../support/clinics';
import { newFastFolder } from '../../../support/fast-folder';
import { invitations } from '../../../support/invitations';
import { mailsTo, resetKey, waitForMails } from '../../../support/mails';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;
let admin: TestAccount;
let mails: { mailFolder: string };

beforeAll(async () => {
  mails = { mailFolder: newFastFolder('glycograph-mails-') };
  own = await startOwnApp({ MAIL_URL: `file:${mails.mailFolder}` });
  admin = await newAccount(own.server);
  await own.app.services.accountRoles.add(admin.userId, 'administrator');
});

afterAll(async () => {
  await own.close();
  rmSync(mails.mailFolder, { recursive: true });
});

const ask = async (query: string): Promise<Json> =>
  (await api(own.server).graph(query, { token: admin.token })).body;

/** The result of a mutation, with what its caller can mend. Throws when it is refused. */
async function run(field: string, input: string, selection: string): Promise<Json> {
  const { data, errors } = await ask(
    `mutation Administer { ${field}(input: { ${input} }) { ${selection} userErrors { code message } } }`,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data[field];
}

describe('an administrator in the graph', () => {
  it('creates accounts, whose owners set a password or confirm their address by mail', async () => {
    const [vouched, unconfirmed] = ['vouched@example.org', 'unconfirmed@example.org'];
    const created = await run(
      'createAccount',
      `email: "${vouched}", role: CLINICIAN, fullName: "Vera Vouched"`,
      'account { id email roles emailVerified }',
    );
    expect(created).toMatchObject({
      account: { email: vouched, roles: ['CLINICIAN'], emailVerified: true },
      userErrors: [],
    });
    const other = await run(
      'createAccount',
      `email: "${unconfirmed}", isConfirmed: false`,
      'account { roles emailVerified }',
    );
    expect(other.account).toEqual({ roles: ['PATIENT'], emailVerified: false });
    const [mail = ''] = await waitForMails(mails, vouched);
    const password = 'open-sesame-1';
    const set = await api(own.server).put('/confirm/accept/forgot', {
      body: { key: resetKey(mail), email: vouched, password },
    });
    expect(set.status).toBe(200);
    expect((await logIn(own.server, vouched, password)).status).toBe(200);
    await waitForMails(mails, unconfirmed);
    const again = await run('createAccount', `email: "${vouched}"`, 'account { id }');
    expect(again).toMatchObject({ account: null, userErrors: [{ code: 'CONFLICT' }] });
    const wrong = await run('createAccount', 'email: "nobody"', 'account { id }');
    expect(wrong).toMatchObject({ account: null, userErrors: [{ code: 'BAD_USER_INPUT' }] });
  });

  it('sends mails again that wait for an answer, and test mails', async () => {
    const email = 'waiting@example.org';
    const { account } = await run('createAccount', `email: "${email}", isConfirmed: false`, 'account { id }');
    const again = await run('resendMails', `recipient: "${account.id}"`, 'email count kinds');
    expect(again).toMatchObject({ email, count: 1, kinds: ['CONFIRMATION'] });
    const reset = await run('resendMails', `recipient: "${email}", kind: PASSWORD_RESET`, 'kinds');
    expect(reset.kinds).toEqual(['PASSWORD_RESET']);
    const none = await run('resendMails', 'recipient: "nobody@example.org"', 'count');
    expect(none.userErrors).toEqual([
      { code: 'WRONG_STATE', message: 'No mail to nobody@example.org waits for an answer.' },
    ]);
    const [entry] = await own.app.services.operatorLog.newest(account.id, 1);
    expect(entry).toMatchObject({ kind: 'CHANGE', reason: 'OPERATOR', actorId: admin.userId });
    expect(await run('sendTestMail', 'email: "me@example.org"', 'done')).toMatchObject({ done: true });
    expect(await mailsTo(mails, 'me@example.org')).toHaveLength(1);
  });

  it('has the mails that it sends again in the log of their sender, too', async () => {
    const inviter = await newAccount(own.server);
    const email = 'invited-by-an-account@example.org';
    await invitations(own.server).invited(inviter, email);
    const again = await run('resendMails', `recipient: "${email}"`, 'kinds');
    expect(again.kinds).toEqual(['INVITATION']);
    const entry = await onRecord(own.server, inviter.userId, inviter.token, { reason: 'OPERATOR' });
    expect(entry).toMatchObject({ kind: 'CHANGE', actorId: admin.userId, fields: ['Mutation.resendMails'] });
  });

  it('finds clinics by name and share code, sets their tier, and changes who works there', async () => {
    const [harbor, other] = [await newClinic(own.server), await newClinic(own.server)];
    const find = async (args: string) =>
      (
        await ask(
          `{ admin { clinics(${args}) { pageInfo { hasNextPage } edges { cursor node {
             id name tier tierDescription members(first: 5) { edges { node { userId email roles } } } } } } } }`,
        )
      ).data.admin.clinics;
    const [{ node: found }] = (await find(`shareCode: "${harbor.shareCode}"`)).edges;
    const creator = { userId: harbor.admin.userId, email: harbor.admin.email, roles: ['CLINIC_ADMIN'] };
    expect(found).toMatchObject({ id: harbor.id, members: { edges: [{ node: creator }] } });
    const { edges, pageInfo } = await find('first: 1');
    expect(pageInfo.hasNextPage).toBe(true);
    expect((await find(`first: 1, after: "${edges[0].cursor}"`)).edges[0].node.id).toBe(other.id);
    expect((await find('search: "no such name"')).edges).toEqual([]);

    const { clinic } = await run(
      'setClinicTier',
      `clinicId: "${harbor.id}", tier: PREMIUM`,
      'clinic { tier tierDescription }',
    );
    expect(clinic).toEqual({ tier: 'tier0300', tierDescription: 'Premium' });
    const nurse = await newAccount(own.server, { roles: ['clinician'] });
    const place = `clinicId: "${harbor.id}", userId: "${nurse.userId}"`;
    const { member } = await run(
      'addClinicMember',
      `${place}, roles: [CLINIC_MEMBER]`,
      'member { userId email }',
    );
    expect(member).toEqual({ userId: nurse.userId, email: nurse.email });
    const works = async () => (await api(own.server).get(`/v1/clinics/${harbor.id}/patients`, nurse)).status;
    expect(await works()).toBe(200);
    expect(await run('removeClinicMember', place, 'done removedId')).toMatchObject({
      done: true,
      removedId: expect.any(String),
    });
    expect(await works()).toBe(403);
    const last = await run(
      'removeClinicMember',
      `clinicId: "${harbor.id}", userId: "${harbor.admin.userId}"`,
      'done',
    );
    expect(last.userErrors).toEqual([
      expect.objectContaining({ message: 'The clinic must have at least one administrator.' }),
    ]);
    const entries = await own.app.services.operatorLog.newest(nurse.userId, 5);
    expect(entries.flatMap(({ reason, fields }) => (reason === 'OPERATOR' ? fields : []))).toEqual(
      expect.arrayContaining(['Mutation.removeClinicMember', 'Mutation.addClinicMember']),
    );
    const ofService = await own.app.services.operatorLog.newest(serviceSubject, 20);
    expect(ofService.flatMap(({ fields }) => fields)).toContain('Mutation.setClinicTier');
  });

  it('leaves an entry in the log of each member who was shown', async () => {
    const { shareCode, admin: member } = await newClinic(own.server);
    await ask(
      `query Members { admin { clinics(shareCode: "${shareCode}") { edges { node { members { edges { node { email } } } } } } } }`,
    );
    const entry = await waitFor('the entry', async () => {
      const entries = await accessLog(own.server, member.userId, member.token);
      return entries.find(({ actorId }) => actorId === admin.userId);
    });
    expect(entry).toMatchObject({ kind: 'READ', reason: 'OPERATOR', operation: 'query Members' });
  });

  it('sees what the process depends on, and whether it works', async () => {
    const { data } = await ask('{ admin { backends { name setting works required reason } } }');
    expect(data.admin.backends).toContainEqual({
      ...{ name: 'mail', setting: 'MAIL_URL', works: true, required: false, reason: null },
    });
    const required = data.admin.backends.filter((each: Json) => each.required);
    expect(required.map(({ works }: Json) => works)).toEqual(required.map(() => true));
    expect(required.length).toBeGreaterThan(0);
  });
});
