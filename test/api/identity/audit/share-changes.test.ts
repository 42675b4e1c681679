import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, permissionSet, share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';
import { closeStreams, overWebSocket, withToken } from '../../../support/streams';

const server = serverUnderTest();
const { post } = api(server);

afterEach(closeStreams);

/** The share changes by a person in an account's access log. */
async function changesBy(actorId: string, { userId, token }: { userId: string; token: string }) {
  const entries = await accessLog(server, userId, token);
  return entries.filter((entry: Json) => entry.kind === 'CHANGE' && entry.actorId === actorId);
}

describe('the shares of an account', () => {
  it('name the owner in the log of reads while they last, and not at their end', async () => {
    const [lasting, ending, friend] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, ending, friend, 'view');
    const query = 'subscription { sharesChanged { owner { id } } }';
    const answers = await overWebSocket(server, withToken(friend.token)).subscribe(query);
    await share(server, lasting, friend, 'view');
    await share(server, ending, friend);
    for (const { userId } of [lasting, ending])
      expect((await answers.next()).data.sharesChanged.owner.id).toBe(userId);
    await onRecord(server, lasting.userId, lasting.token, { kind: 'READ', actorId: friend.userId });
    // Entries are in order: if this one exists, others would too.
    expect((await api(server).get(`/data/${ending.userId}`, { token: friend.token })).status).toBe(403);
    await onRecord(server, ending.userId, ending.token, { kind: 'REFUSED', actorId: friend.userId });
    const entries = await accessLog(server, ending.userId, ending.token);
    const kinds = entries
      .filter(({ actorId }: Json) => actorId === friend.userId)
      .map(({ kind }: Json) => kind);
    expect(kinds).toEqual(['REFUSED']);
  });

  it('are logged when they change, by the owner and by leaving members', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    const path = `/access/${owner.userId}/${member.userId}`;
    const operation = 'POST /access/{sharerId}/{userId}';
    expect((await post(path, { token: owner.token, body: permissionSet('view', 'note') })).status).toBe(200);
    expect(await changesBy(owner.userId, owner)).toEqual([
      expect.objectContaining({
        operation,
        reason: 'OWNER',
        fields: ['Mutation.setPermissions'],
        share: { memberId: member.userId, clinicId: null, before: [], after: ['VIEW', 'NOTE'] },
      }),
    ]);
    expect((await post(path, { token: member.token })).status).toBe(200);
    expect(await changesBy(member.userId, owner)).toEqual([
      expect.objectContaining({
        operation,
        reason: 'SHARE',
        permissions: ['VIEW', 'NOTE'],
        share: { memberId: member.userId, clinicId: null, before: ['VIEW', 'NOTE'], after: [] },
      }),
    ]);
  });

  it('are logged when an invitation is accepted', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    await share(server, owner, member, 'note');
    const body = { email: member.email, permissions: permissionSet('view', 'follow') };
    const sent = await post(`/confirm/send/invite/${owner.userId}`, { token: owner.token, body });
    const path = `/confirm/accept/invite/${member.userId}/${owner.userId}`;
    const { status } = await api(server).put(path, { token: member.token, body: { key: sent.body.key } });
    expect([sent.status, status]).toEqual([200, 200]);
    expect(await changesBy(member.userId, owner)).toEqual([
      expect.objectContaining({
        operation: 'PUT /confirm/accept/invite/{userId}/{invitedBy}',
        reason: 'SHARE',
        permissions: ['NOTE'],
        share: {
          memberId: member.userId,
          clinicId: null,
          before: ['NOTE'],
          after: ['NOTE', 'VIEW', 'FOLLOW'],
        },
      }),
    ]);
  });

  it('are logged with permissions before and after, whatever the cause', async () => {
    const [owner, member, token] = [
      await newAccount(server),
      await newAccount(server),
      await newServerToken(server),
    ];
    const path = `/access/${owner.userId}/${member.userId}`;
    for (const names of [['view'], ['view', 'upload'], []])
      expect((await post(path, { token: owner.token, body: permissionSet(...names) })).status).toBe(200);
    // Nothing is left that could end.
    expect((await post(path, { token: owner.token })).status).toBe(200);
    const shares = (await changesBy(owner.userId, owner)).map((entry: Json) => entry.share);
    const withMember = { memberId: member.userId, clinicId: null };
    expect(shares).toEqual([
      { ...withMember, before: ['VIEW', 'UPLOAD'], after: [] },
      { ...withMember, before: ['VIEW'], after: ['VIEW', 'UPLOAD'] },
      { ...withMember, before: [], after: ['VIEW'] },
    ]);

    const opened = await post(`/auth/user/${owner.userId}/user`, { token: owner.token, body: {} });
    const path2 = `/auth/user/${opened.body.userid}`;
    const updates = { username: newEmail(server), password: 'open-sesame' };
    expect((await api(server).put(path2, { token, body: { updates } })).status).toBe(200);
    const log = await accessLog(server, opened.body.userid, token);
    const custody = { memberId: owner.userId, clinicId: null, before: ['CUSTODIAN', 'VIEW', 'UPLOAD'] };
    expect(log.map((entry: Json) => entry.share)).toContainEqual({ ...custody, after: ['VIEW', 'UPLOAD'] });
  });
});

/** The changes of shares in an account's access log, as a trusted server sees it. */
async function shareChanges(userId: string) {
  const entries = await accessLog(server, userId, await newServerToken(server));
  return entries.flatMap((entry: Json) => entry.share ?? []);
}

describe('only the shares of an account', () => {
  it('lose their custodians when it is claimed, and only those that change are logged', async () => {
    const [member, custodian] = [await newAccount(server), await newAccount(server)].sort((one, other) =>
      one.userId < other.userId ? -1 : 1,
    ) as [TestAccount, TestAccount];
    const { token } = custodian;
    const claimed = (await newCustodialAccount(server, custodian)).userid;
    const other = (await newCustodialAccount(server, custodian)).userid;
    for (const userId of [claimed, other])
      await post(`/access/${userId}/${member.userId}`, { token, body: permissionSet('view') });
    const [before, ofOther] = [await shareChanges(claimed), await shareChanges(other)];
    const updates = { username: newEmail(server), password: 'open-sesame' };
    const serverToken = await newServerToken(server);
    const { status } = await api(server).put(`/auth/user/${claimed}`, {
      token: serverToken,
      body: { updates },
    });
    expect(status).toBe(200);
    const held = async (userId: string, { userId: by }: { userId: string }) =>
      (await api(server).get(`/access/${userId}/${by}`, { token: serverToken })).body;
    expect(await held(claimed, custodian)).toEqual(permissionSet('view', 'upload'));
    expect(await held(claimed, member)).toEqual(permissionSet('view'));
    expect(await held(other, custodian)).toEqual(permissionSet('custodian', 'view', 'upload'));
    const custody = { memberId: custodian.userId, clinicId: null, before: ['CUSTODIAN', 'VIEW', 'UPLOAD'] };
    expect(await shareChanges(claimed)).toEqual([{ ...custody, after: ['VIEW', 'UPLOAD'] }, ...before]);
    expect(await shareChanges(other)).toEqual(ofOther);
  });

  it('end when it is deleted', async () => {
    const [deleted, friend, owner, member] = await Promise.all([1, 2, 3, 4].map(() => newAccount(server)));
    if (!deleted || !friend || !owner || !member) throw new Error('There are no accounts.');
    await share(server, owner, member, 'view');
    await share(server, friend, deleted, 'view');
    const before = await shareChanges(owner.userId);
    const { status } = await api(server).delete(`/auth/user/${deleted.userId}`, {
      token: deleted.token,
      body: { password: deleted.password },
    });
    expect(status).toBe(202);
    const ended = { memberId: deleted.userId, clinicId: null, before: ['VIEW'], after: [] };
    await waitFor('the entry of the deletion', async () =>
      (await shareChanges(friend.userId)).length === 2 ? true : undefined,
    );
    expect(await shareChanges(friend.userId)).toContainEqual(ended);
    expect(await shareChanges(owner.userId)).toEqual(before);
  });
});

describe('an account without shares', () => {
  it("leaves no entry in another's log by giving up or requesting what it does not hold", async () => {
    const [owner, stranger] = [await newAccount(server), await newAccount(server)];
    const { token } = stranger;
    const path = `/access/${owner.userId}/${stranger.userId}`;
    const left = await post(path, { token });
    expect([left.status, left.body]).toEqual([200, {}]);
    const { graph, get } = api(server);
    const leave = `mutation { leaveShare(input: { ownerId: "${owner.userId}" }) { permissions } }`;
    const set = `mutation { setPermissions(input: { ownerId: "${owner.userId}", memberId: "${stranger.userId}", permissions: [] }) { permissions } }`;
    const ask = `{ permissions(owner: "${owner.userId}", member: "${stranger.userId}") }`;
    for (const operation of [leave, set, ask]) {
      const { body } = await graph(operation, { token });
      expect(body).not.toHaveProperty('errors');
    }
    expect((await get(path, { token })).status).toBe(404);
    // Entries are in order: if this one exists, others would too.
    expect((await get(`/data/${owner.userId}`, { token })).status).toBeGreaterThanOrEqual(400);
    await onRecord(server, owner.userId, owner.token, { kind: 'REFUSED', actorId: stranger.userId });
    const entries = await accessLog(server, owner.userId, owner.token);
    expect(entries.filter((entry: Json) => entry.actorId === stranger.userId)).toEqual([
      expect.objectContaining({ kind: 'REFUSED' }),
    ]);
  });
});

describe('the shares of a deleted account, in both directions', () => {
  it('end in the log, with the account that deleted it, and both sides get an event', async () => {
    const [gone, giver, taker] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, giver, gone, 'view', 'follow');
    await share(server, gone, taker, 'note');
    const query = 'subscription { sharesChanged { ownerId memberId permissions } }';
    const listening = [giver, taker].map(({ token }) =>
      overWebSocket(server, withToken(token)).subscribe(query),
    );
    const answers = await Promise.all(listening);
    const body = { password: gone.password };
    const path = `/auth/user/${gone.userId}`;
    expect((await api(server).delete(path, { token: gone.token, body })).status).toBe(202);
    const told = await Promise.all(answers.map(async (each) => (await each.next()).data.sharesChanged));
    expect(told).toEqual([
      { ownerId: giver.userId, memberId: gone.userId, permissions: [] },
      { ownerId: gone.userId, memberId: taker.userId, permissions: [] },
    ]);

    const ended = { kind: 'CHANGE', actorId: gone.userId, operation: 'DELETE /auth/user/{userId}' };
    expect(await onRecord(server, giver.userId, giver.token, ended)).toMatchObject({
      reason: 'SHARE',
      permissions: ['VIEW', 'FOLLOW'],
      share: { memberId: gone.userId, clinicId: null, before: ['VIEW', 'FOLLOW'], after: [] },
    });
  });
});
