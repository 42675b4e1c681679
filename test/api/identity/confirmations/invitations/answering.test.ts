import { randomUUID } from 'node:crypto';
import {
  logIn,
  newAccount,
  newEmail,
  newServerToken,
  sessionToken,
  type TestAccount,
} from '../../../../support/accounts';
import { api, type Json } from '../../../../support/api';
import { invitations } from '../../../../support/invitations';
import { signupKey, waitForMails } from '../../../../support/mails';
import { serverUnderTest } from '../../../../support/server';
import { newCustodialAccount, permissionSet, share } from '../../../../support/shares';

const server = serverUnderTest();
const { get, patch, post, put } = api(server);
const { send, invited, resend, cancel, accept, decline, sent, received } = invitations(server);

let inviter: TestAccount;
let friend: TestAccount;

beforeEach(async () => {
  [inviter, friend] = await Promise.all([newAccount(server), newAccount(server)]);
});

const held = async (): Promise<Json> =>
  (await get(`/access/${inviter.userId}/${friend.userId}`, { token: friend.token })).body;

const keysOf = (list: Json[]): string[] => list.map(({ key }) => key);

describe('the lists of invitations', () => {
  it('are initially empty', async () => {
    await expect(sent(inviter)).resolves.toEqual([]);
    await expect(received(friend)).resolves.toEqual([]);
  });

  it('show an invitation to both sides, with its answer, newest first', async () => {
    const other = await newAccount(server);
    const first = await invited(inviter, friend.email);
    const second = await invited(other, friend.email);
    await expect(sent(inviter)).resolves.toEqual([first]);
    const [newest, oldest] = await received(friend);
    if (second.created > first.created) expect([newest, oldest]).toEqual([second, first]);
    else expect(new Set([newest.key, oldest.key])).toEqual(new Set([first.key, second.key]));
    const later = await invited(inviter, newEmail(server));
    expect(keysOf(await sent(inviter)).sort()).toEqual([first.key, later.key].sort());
  });

  it('show declined ones to the inviter, and accepted and canceled ones to no one', async () => {
    const { key } = await invited(inviter, friend.email);
    await decline(friend, inviter, key);
    await expect(sent(inviter)).resolves.toMatchObject([{ key, status: 'declined' }]);
    await expect(received(friend)).resolves.toEqual([]);
    const again = await invited(inviter, friend.email);
    await accept(friend, inviter, again.key);
    expect(keysOf(await sent(inviter))).toEqual([key]);
    await expect(received(friend)).resolves.toEqual([]);
    await cancel(inviter, friend.email);
    await expect(sent(inviter)).resolves.toEqual([]);
  });

  it('show an invitation to the person who later confirms its address, and keep it whatever happens to the address', async () => {
    const email = newEmail(server, { verified: false });
    const { key } = await invited(inviter, email.toUpperCase());
    const account = await newAccount(server, { email });
    await expect(received(account)).resolves.toEqual([]);
    expect((await accept(account, inviter, key)).status).toBe(403);
    await post(`/confirm/send/signup/${account.userId}`, { token: account.token });
    const mails = await waitForMails(server, email);
    const confirming = mails.find((mail) => mail.includes('signupKey')) ?? '';
    expect((await put(`/confirm/accept/signup/${signupKey(confirming)}`)).status).toBe(200);
    account.token = sessionToken(await logIn(server, email, account.password));
    expect(keysOf(await received(account))).toEqual([key]);
    const token = await newServerToken(server);
    const address = newEmail(server);
    await put(`/auth/user/${account.userId}`, {
      token,
      body: { updates: { username: address, emails: [address] } },
    });
    expect(keysOf(await received(account))).toEqual([key]);
    const successor = await newAccount(server, { email });
    await expect(received(successor)).resolves.toEqual([]);
    expect((await accept(account, inviter, key)).status).toBe(200);
  });

  it("do not show invitations to an account that has only signed up with another person's address", async () => {
    const impostor = await newAccount(server, { verified: false });
    const { key } = await invited(inviter, impostor.email);
    await expect(received(impostor)).resolves.toEqual([]);
    for (const answer of [accept, decline]) expect((await answer(impostor, inviter, key)).status).toBe(403);
  });

  it('are for the account, and the list of sent ones for those who manage it', async () => {
    const patient = await newCustodialAccount(server, inviter);
    const member = await newAccount(server);
    await share(server, inviter, member, 'view', 'upload', 'note', 'follow');
    const serverToken = await newServerToken(server);
    const asks = (path: string, token?: string) => get(path, { token }).then(({ status }) => status);
    await expect(asks(`/confirm/invite/${patient.userid}`, inviter.token)).resolves.toBe(200);
    await expect(asks(`/confirm/invitations/${patient.userid}`, inviter.token)).resolves.toBe(401);
    for (const list of ['invite', 'invitations']) {
      await expect(asks(`/confirm/${list}/${inviter.userId}`, serverToken)).resolves.toBe(200);
      await expect(asks(`/confirm/${list}/${randomUUID()}`, serverToken)).resolves.toBe(200);
      for (const token of [member.token, friend.token, 'nonsense', undefined]) {
        for (const id of [inviter.userId, randomUUID(), 'nonsense'])
          await expect(asks(`/confirm/${list}/${id}`, token)).resolves.toBe(401);
      }
    }
  });
});

describe('accepting', () => {
  it('grants the offered permissions, and responds with a text', async () => {
    const { key } = await invited(inviter, friend.email, 'view', 'note');
    const { status, text, headers } = await accept(friend, inviter, key);
    expect({ status, text }).toEqual({ status: 200, text: 'OK' });
    expect(headers.get('content-type')).toContain('text/plain');
    await expect(held()).resolves.toEqual(permissionSet('view', 'note'));
  });

  it('revokes nothing', async () => {
    const { key } = await invited(inviter, friend.email, 'view', 'follow');
    await share(server, inviter, friend, 'upload', 'custodian');
    await accept(friend, inviter, key);
    await expect(held()).resolves.toEqual(permissionSet('custodian', 'view', 'upload', 'follow'));
  });

  it('adds what the invitation asks for, and nothing that was held when it was sent and has been revoked since', async () => {
    await share(server, inviter, friend, 'view', 'upload');
    const { key, context } = await invited(inviter, friend.email, 'follow', 'note');
    expect(context.permissions).toEqual(permissionSet('view', 'note', 'upload', 'follow'));
    await share(server, inviter, friend, 'view');
    await resend(inviter, key);
    await accept(friend, inviter, key);
    await expect(held()).resolves.toEqual(permissionSet('view', 'note', 'follow'));
  });

  it('does not bring a removed member back to more than the invitation asks for', async () => {
    await share(server, inviter, friend, 'view', 'upload');
    const { key } = await invited(inviter, friend.email, 'follow');
    await post(`/access/${inviter.userId}/${friend.userId}`, { token: inviter.token });
    await accept(friend, inviter, key);
    await expect(held()).resolves.toEqual(permissionSet('follow'));
  });

  it('works once', async () => {
    const { key } = await invited(inviter, friend.email);
    await accept(friend, inviter, key);
    await post(`/access/${inviter.userId}/${friend.userId}`, { token: inviter.token });
    expect((await accept(friend, inviter, key)).status).toBe(403);
    await expect(held()).resolves.toMatchObject({ code: 404 });
  });

  it('is refused to all callers except the invited person', async () => {
    const { key } = await invited(inviter, friend.email);
    const stranger = await newAccount(server);
    expect((await accept(stranger, inviter, key)).status).toBe(403);
    expect((await accept(inviter, inviter, key)).status).toBe(403);
    expect((await accept(friend, stranger, key)).status).toBe(403);
    const path = `/confirm/accept/invite/${friend.userId}/${inviter.userId}`;
    for (const token of [stranger.token, inviter.token, 'nonsense', undefined])
      expect((await put(path, { token, body: { key } })).status).toBe(401);
    await expect(held()).resolves.toMatchObject({ code: 404 });
    expect((await put(path, { token: await newServerToken(server), body: { key } })).status).toBe(200);
  });

  it('is refused with a wrong key', async () => {
    const { key } = await invited(inviter, friend.email);
    const unconfirmed = await newAccount(server, { verified: false });
    await post(`/confirm/send/signup/${unconfirmed.userId}`, { token: unconfirmed.token });
    const [mail = ''] = await waitForMails(server, unconfirmed.email);
    expect((await accept(friend, inviter, signupKey(mail))).status).toBe(403);
    for (const wrong of [`${key} `, key.toLowerCase(), 'nonsense', "' or 1=1"])
      expect((await accept(friend, inviter, wrong)).status).toBe(404);
  });

  it.each([[''], ['{'], ['{}'], ['[]'], ['{"key":1}'], ['{"key":null}'], ['{"key":""}']])(
    'is refused with the body %s',
    async (raw) => {
      for (const answer of ['accept', 'dismiss']) {
        const path = `/confirm/${answer}/invite/${friend.userId}/${inviter.userId}`;
        const { status, body } = await put(path, { token: friend.token, raw });
        expect({ status, code: body.code, reason: body.reason }).toEqual({
          status: 400,
          code: 400,
          reason: body.message,
        });
      }
    },
  );

  it('has one outcome if the inviter cancels concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = await Promise.all([newAccount(server), newAccount(server)]);
      const { key } = await invited(from, to.email);
      const [accepted, canceled] = await Promise.all([accept(to, from, key), cancel(from, to.email)]);
      const granted = (await get(`/access/${from.userId}/${to.userId}`, { token: to.token })).status === 200;
      expect({ accepted: accepted.status, canceled: canceled.status }).toEqual(
        granted ? { accepted: 200, canceled: 404 } : { accepted: 403, canceled: 200 },
      );
    }
  });

  it('happens once for several concurrent requests', async () => {
    const { key } = await invited(inviter, friend.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(friend, inviter, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  it('has one outcome if the mail is resent concurrently', async () => {
    const { key } = await invited(inviter, friend.email);
    const [accepted, resent] = await Promise.all([accept(friend, inviter, key), resend(inviter, key)]);
    expect(accepted.status).toBe(200);
    expect([200, 403]).toContain(resent.status);
    await expect(received(friend)).resolves.toEqual([]);
    await expect(held()).resolves.toEqual(permissionSet('view'));
  });

  it('has one outcome if it is declined concurrently', async () => {
    const { key } = await invited(inviter, friend.email);
    const answers = await Promise.all([accept(friend, inviter, key), decline(friend, inviter, key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('declining', () => {
  it('grants nothing, and can be repeated', async () => {
    const { key } = await invited(inviter, friend.email);
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await decline(friend, inviter, key);
      expect({ status, text }).toEqual({ status: 200, text: '' });
    }
    await expect(held()).resolves.toMatchObject({ code: 404 });
    expect((await accept(friend, inviter, key)).status).toBe(403);
  });

  it('is refused once the invitation is accepted or canceled', async () => {
    const { key } = await invited(inviter, friend.email);
    await accept(friend, inviter, key);
    expect((await decline(friend, inviter, key)).status).toBe(403);
    const other = await newAccount(server);
    const canceled = await invited(other, friend.email);
    await cancel(other, friend.email);
    expect((await decline(friend, other, canceled.key)).status).toBe(403);
  });

  it('is refused to all callers except the invited person', async () => {
    const { key } = await invited(inviter, friend.email);
    const stranger = await newAccount(server);
    expect((await decline(stranger, inviter, key)).status).toBe(403);
    expect((await decline(friend, stranger, key)).status).toBe(403);
    expect((await decline(friend, inviter, 'nonsense')).status).toBe(404);
    const path = `/confirm/dismiss/invite/${friend.userId}/${inviter.userId}`;
    for (const token of [inviter.token, stranger.token, undefined])
      expect((await put(path, { token, body: { key } })).status).toBe(401);
    expect(keysOf(await received(friend))).toEqual([key]);
  });
});

describe('canceling', () => {
  it('ends all open invitations to an address, in any case; granted permissions stay', async () => {
    const { key } = await invited(inviter, friend.email);
    const { status, text } = await cancel(inviter, friend.email.toUpperCase());
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect((await accept(friend, inviter, key)).status).toBe(403);
    expect((await cancel(inviter, friend.email)).status).toBe(404);
    const accepted = await invited(inviter, friend.email);
    await accept(friend, inviter, accepted.key);
    expect((await cancel(inviter, friend.email)).status).toBe(404);
    await expect(held()).resolves.toEqual(permissionSet('view'));
  });

  it('accepts the address as clients write it in the path', async () => {
    const writings = ["o'neil+tag", 'a%zz', 'a%'].flatMap((name) => [
      { name, write: String },
      { name, write: encodeURIComponent },
    ]);
    for (const { name, write } of writings) {
      const email = `${name}.${randomUUID()}@example.org`;
      await invited(inviter, email);
      const path = `/confirm/${inviter.userId}/invited/${write(email)}`;
      expect((await put(path, { token: inviter.token })).status).toBe(200);
    }
  });

  it('is for those who manage the account', async () => {
    await invited(inviter, friend.email);
    await share(server, inviter, friend, 'view');
    const path = `/confirm/${inviter.userId}/invited/${encodeURIComponent(friend.email)}`;
    for (const token of [friend.token, 'nonsense', undefined])
      expect((await put(path, { token })).status).toBe(401);
    expect((await put(path, { token: await newServerToken(server) })).status).toBe(200);
    const other = await newAccount(server);
    expect((await cancel(other, friend.email)).status).toBe(404);
  });
});

describe('resending', () => {
  it('sends the mail again, with the same key and a new time', async () => {
    const invitation = await invited(inviter, friend.email);
    const { status, body } = await resend(inviter, invitation.key);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...invitation,
      created: expect.any(String),
      modified: body.created,
      expiresAt: expect.any(String),
    });
    expect(body.created >= invitation.created).toBe(true);
    expect(Date.parse(body.expiresAt) - Date.parse(body.created)).toBe(7 * 24 * 3_600_000);
    await expect(waitForMails(server, friend.email, 2)).resolves.toHaveLength(2);
    expect((await accept(friend, inviter, body.key)).status).toBe(200);
  });

  it('still prevents a second invitation', async () => {
    const { key } = await invited(inviter, friend.email);
    await resend(inviter, key);
    expect((await send(inviter, { email: friend.email, permissions: permissionSet('view') })).status).toBe(
      409,
    );
  });

  it('is refused unless the invitation is pending', async () => {
    const { key } = await invited(inviter, friend.email);
    await decline(friend, inviter, key);
    expect((await resend(inviter, key)).status).toBe(403);
    expect((await resend(inviter, 'nonsense')).status).toBe(403);
    const serverToken = await newServerToken(server);
    expect((await patch('/confirm/resend/invite/nonsense', { token: serverToken })).status).toBe(403);
  });

  it('is for those who manage the inviting account, with or without a body', async () => {
    const patient = await newCustodialAccount(server, inviter);
    const { body } = await post(`/confirm/send/invite/${patient.userid}`, {
      token: inviter.token,
      body: { email: friend.email, permissions: permissionSet('view') },
    });
    const path = `/confirm/resend/invite/${body.key}`;
    expect((await patch(path, { token: friend.token })).status).toBe(403);
    for (const token of ['nonsense', undefined]) expect((await patch(path, { token })).status).toBe(401);
    for (const token of [inviter.token, await newServerToken(server)]) {
      expect((await patch(path, { token, body: {} })).status).toBe(200);
    }
  });
});
