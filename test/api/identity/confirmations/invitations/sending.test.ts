import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../../support/accounts';
import { api } from '../../../../support/api';
import { invitations } from '../../../../support/invitations';
import { mailsTo, waitForMails } from '../../../../support/mails';
import { serverUnderTest } from '../../../../support/server';
import { newCustodialAccount, permissionSet, share } from '../../../../support/shares';

const server = serverUnderTest();
const { post, put } = api(server);
const { send, invited, accept, decline, cancel, sent } = invitations(server);

const week = 7 * 24 * 3_600_000;

let inviter: TestAccount;
let email: string;

beforeEach(async () => {
  inviter = await newAccount(server);
  email = newEmail(server);
});

const refusal = (code: number, reason: unknown = expect.any(String)) =>
  expect.objectContaining({ code, reason, message: reason });

describe('an invitation', () => {
  it('is returned in the form of clients', async () => {
    const before = Date.now();
    const { status, body } = await send(inviter, {
      email,
      permissions: permissionSet('view', 'note'),
      nickname: 'Grandma',
    });
    expect(status).toBe(200);
    const permissions = permissionSet('view', 'note');
    expect(body).toEqual({
      key: expect.stringMatching(/^[\w-]{32}$/),
      type: 'careteam_invitation',
      status: 'pending',
      email,
      creatorId: inviter.userId,
      creator: { userid: inviter.userId, profile: null },
      context: { permissions, ...permissions, nickname: 'Grandma' },
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      modified: body.created,
      expiresAt: expect.any(String),
      restrictions: null,
    });
    expect(Date.parse(body.created)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.expiresAt) - Date.parse(body.created)).toBe(week);
  });

  it('shows the inviter with the current profile', async () => {
    const path = `/metadata/${inviter.userId}/profile`;
    const { token } = inviter;
    const patient = {
      birthday: '2001-02-03',
      diagnosisDate: '2010-01-01',
      isOtherPerson: true,
      fullName: 'Kim',
    };
    await put(path, {
      token,
      body: { fullName: 'Pat', patient: { ...patient, about: 'secret' }, secret: 1 },
    });
    const { creator } = await invited(inviter, email);
    expect(creator).toEqual({ userid: inviter.userId, profile: { fullName: 'Pat', patient } });
    await put(path, { token, body: { fullName: 'Patricia', patient: {} } });
    const [listed] = await sent(inviter);
    expect(listed.creator.profile).toEqual({
      fullName: 'Patricia',
      patient: { birthday: '', diagnosisDate: '', isOtherPerson: false, fullName: '' },
    });
  });

  it('keeps the address as typed', async () => {
    expect((await invited(inviter, email.toUpperCase())).email).toBe(email.toUpperCase());
  });

  it('never grants ownership or custody', async () => {
    const { body } = await send(inviter, { email, permissions: permissionSet('root', 'custodian', 'view') });
    expect(body.context).toEqual({ permissions: permissionSet('view'), ...permissionSet('view') });
    const nothing = await send(inviter, {
      email: newEmail(server),
      permissions: permissionSet('root', 'custodian'),
    });
    expect({ status: nothing.status, body: nothing.body }).toEqual({ status: 400, body: refusal(400) });
  });

  it.each([
    ['no address', { permissions: { view: {} } }],
    ['an empty address', { email: '', permissions: { view: {} } }],
    ['an invalid address', { email: 'nobody', permissions: { view: {} } }],
    ['an address without a dot', { email: 'a@b', permissions: { view: {} } }],
    ['an address with a space', { email: 'a b@example.org', permissions: { view: {} } }],
    [
      'an address with a line break',
      { email: 'a@example.org\r\nBcc: b@example.org', permissions: { view: {} } },
    ],
    ['an address that is too long', { email: `${'a'.repeat(243)}@example.org`, permissions: { view: {} } }],
    ['an address of another kind', { email: 1, permissions: { view: {} } }],
    ['no permissions', { email: 'a@example.org' }],
    ['null for permissions', { email: 'a@example.org', permissions: null }],
    ['empty permissions', { email: 'a@example.org', permissions: {} }],
    ['permissions of another kind', { email: 'a@example.org', permissions: ['view'] }],
    ['an unknown permission', { email: 'a@example.org', permissions: { admin: {} } }],
    ['a permission of another kind', { email: 'a@example.org', permissions: { view: true } }],
    [
      'a nickname that is too long',
      { email: 'a@example.org', permissions: { view: {} }, nickname: 'a'.repeat(256) },
    ],
    ['a nickname of another kind', { email: 'a@example.org', permissions: { view: {} }, nickname: 1 }],
    [
      'alerts without follow',
      { email: 'a@example.org', permissions: { view: {} }, alertsConfig: { notLooping: {} } },
    ],
    ['alerts that say nothing', { email: 'a@example.org', permissions: { follow: {} }, alertsConfig: {} }],
    [
      'alerts that are not valid',
      {
        email: 'a@example.org',
        permissions: { follow: {} },
        alertsConfig: { low: { threshold: { value: -1, units: 'mg/dL' } } },
      },
    ],
    ['an array', []],
    ['a text', 'nonsense'],
  ])('is refused with %s', async (_what, body) => {
    const answer = await send(inviter, body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: refusal(400) });
    await expect(sent(inviter)).resolves.toEqual([]);
  });

  it('is refused without a body, and with one that is not JSON', async () => {
    const path = `/confirm/send/invite/${inviter.userId}`;
    for (const raw of ['', '{', 'null']) {
      expect((await post(path, { token: inviter.token, raw })).status).toBe(400);
    }
  });

  it('accepts an empty nickname as none, and ignores unknown keys', async () => {
    const { body } = await send(inviter, {
      email,
      permissions: permissionSet('view'),
      nickname: '',
      other: 1,
    });
    expect(body.context).toEqual({ permissions: permissionSet('view'), ...permissionSet('view') });
  });

  it('keeps its alerts', async () => {
    const alertsConfig = { low: { enabled: true, threshold: { value: 70, units: 'mg/dl' }, delay: null } };
    const { body } = await send(inviter, { email, permissions: permissionSet('follow'), alertsConfig });
    expect(body.context.alertsConfig).toEqual({
      low: { enabled: true, threshold: { value: 70, units: 'mg/dL' }, delay: 0, repeat: 0 },
    });
  });

  it('is refused while another one to the same address is open, in any case', async () => {
    await invited(inviter, email);
    const again = await send(inviter, { email: email.toUpperCase(), permissions: permissionSet('upload') });
    const reason = 'There is already an existing invite';
    expect({ status: again.status, body: again.body }).toEqual({
      status: 409,
      body: { code: 409, reason, message: reason },
    });
    await expect(sent(inviter)).resolves.toHaveLength(1);
  });

  it('can be sent to addresses that only look similar', async () => {
    const name = randomUUID();
    for (const each of [`${name}e@example.org`, `${name}é@example.org`])
      await expect(invited(inviter, each)).resolves.toMatchObject({ email: each });
  });

  it('can be sent again once declined, canceled or accepted', async () => {
    const friend = await newAccount(server);
    const declined = await invited(inviter, friend.email);
    expect((await decline(friend, inviter, declined.key)).status).toBe(200);
    await invited(inviter, friend.email);
    expect((await cancel(inviter, friend.email)).status).toBe(200);
    const accepted = await invited(inviter, friend.email, 'view');
    expect((await accept(friend, inviter, accepted.key)).status).toBe(200);
    const more = await invited(inviter, friend.email, 'follow');
    expect(more.context.permissions).toEqual(permissionSet('view', 'follow'));
  });

  it('is refused for members, unless it adds follow', async () => {
    const friend = await newAccount(server);
    await share(server, inviter, friend, 'custodian', 'upload');
    const reason = 'The user is already an existing member';
    const refused = await send(inviter, {
      email: friend.email.toUpperCase(),
      permissions: permissionSet('view'),
    });
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 409,
      body: { code: 409, reason, message: reason },
    });
    const { context } = await invited(inviter, friend.email, 'follow', 'view');
    expect(context.permissions).toEqual(permissionSet('view', 'upload', 'follow'));
    const follower = await newAccount(server);
    await share(server, inviter, follower, 'follow');
    const again = await send(inviter, {
      email: follower.email,
      permissions: permissionSet('follow', 'view'),
    });
    expect({ status: again.status, reason: again.body.reason }).toEqual({ status: 409, reason });
  });

  it("is refused for one's own address", async () => {
    const { status, body } = await send(inviter, {
      email: inviter.email,
      permissions: permissionSet('follow'),
    });
    expect({ status, body }).toEqual({
      status: 409,
      body: refusal(409, 'The user is already an existing member'),
    });
  });

  it('is sent once for several concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(inviter, { email, permissions: permissionSet('view') })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await expect(sent(inviter)).resolves.toHaveLength(1);
    await waitForMails(server, email);
    await expect(mailsTo(server, email)).resolves.toHaveLength(1);
  });

  it('can be sent by custodians and trusted servers, and by no one else', async () => {
    const patient = await newCustodialAccount(server, inviter);
    const path = `/confirm/send/invite/${patient.userid}`;
    const body = () => ({ email: newEmail(server), permissions: permissionSet('view') });
    const serverToken = await newServerToken(server);
    for (const token of [inviter.token, serverToken])
      expect((await post(path, { token, body: body() })).body.creatorId).toBe(patient.userid);
    const member = await newAccount(server);
    await share(server, inviter, member, 'view', 'upload', 'note', 'follow');
    for (const name of [inviter.userId, randomUUID(), 'nonsense']) {
      for (const token of [member.token, 'nonsense', undefined]) {
        const answer = await post(`/confirm/send/invite/${name}`, { token, body: { email: 'nobody' } });
        expect({ name, token, status: answer.status }).toEqual({ name, token, status: 401 });
      }
    }
    const nobodys = `/confirm/send/invite/${randomUUID()}`;
    expect((await post(nobodys, { token: serverToken, body: body() })).status).toBe(404);
  });
});

describe('the mail of an invitation', () => {
  const link = (page: string, address: string) =>
    `${server.url}/${page}?inviteEmail=${encodeURIComponent(address)}`;

  it('leads people without an account to the sign-up, without a key', async () => {
    await put(`/metadata/${inviter.userId}/profile`, {
      token: inviter.token,
      body: { fullName: 'Pat <b>& Bcc: x@example.org' },
    });
    const { key } = await invited(inviter, email);
    const [mail = ''] = await waitForMails(server, email);
    expect(mail.split(link('signup/personal', email))).toHaveLength(3);
    expect(mail).not.toContain(key);
    expect(mail).toContain('Pat &lt;b&gt;&amp; Bcc: x@example.org');
    expect(mail).not.toMatch(/^Bcc:/im);
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Content-Type: text/html');
  });

  it('leads people with an account to the log-in', async () => {
    const friend = await newAccount(server);
    await invited(inviter, friend.email);
    const [mail = ''] = await waitForMails(server, friend.email);
    expect(mail.split(link('login', friend.email))).toHaveLength(3);
  });

  it('names the person with diabetes if another person manages the account', async () => {
    await put(`/metadata/${inviter.userId}/profile`, {
      token: inviter.token,
      body: { fullName: 'Parent', patient: { isOtherPerson: true, fullName: 'Child' } },
    });
    await invited(inviter, email, 'follow');
    const [mail = ''] = await waitForMails(server, email);
    expect(mail).toMatch(/^Subject: Child invites you to follow/m);
    expect(mail).not.toContain('Parent');
  });
});
