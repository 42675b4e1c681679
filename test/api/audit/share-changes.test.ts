import { accessLog } from '../../support/access-log';
import { newAccount, newEmail, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { setOf, share } from '../../support/shares';

const server = serverUnderTest();
const { post } = api(server);

/** What an account finds on record of changes that somebody made. */
async function changesBy(actorId: string, { userId, token }: { userId: string; token: string }) {
  const entries = await accessLog(server, userId, token);
  return entries.filter((entry: Json) => entry.kind === 'CHANGE' && entry.actorId === actorId);
}

describe('what an account shares', () => {
  it('is on record as it is changed, by its owner and by who leaves', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    const path = `/access/${owner.userId}/${member.userId}`;
    const operation = 'POST /access/{sharerId}/{userId}';
    expect((await post(path, { token: owner.token, body: setOf('view', 'note') })).status).toBe(200);
    expect(await changesBy(owner.userId, owner)).toEqual([
      expect.objectContaining({
        operation,
        reason: 'OWNER',
        fields: ['Mutation.setPermissions'],
        share: { memberId: member.userId, before: [], after: ['VIEW', 'NOTE'] },
      }),
    ]);
    expect((await post(path, { token: member.token })).status).toBe(200);
    expect(await changesBy(member.userId, owner)).toEqual([
      expect.objectContaining({
        operation,
        reason: 'SHARE',
        permissions: ['VIEW', 'NOTE'],
        share: { memberId: member.userId, before: ['VIEW', 'NOTE'], after: [] },
      }),
    ]);
  });

  it('is on record when somebody accepts an invitation to it', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    await share(server, owner, member, 'note');
    const body = { email: member.email, permissions: setOf('view', 'follow') };
    const sent = await post(`/confirm/send/invite/${owner.userId}`, { token: owner.token, body });
    const path = `/confirm/accept/invite/${member.userId}/${owner.userId}`;
    const { status } = await api(server).put(path, { token: member.token, body: { key: sent.body.key } });
    expect([sent.status, status]).toEqual([200, 200]);
    expect(await changesBy(member.userId, owner)).toEqual([
      expect.objectContaining({
        operation: 'accept-invitation',
        permissions: ['VIEW', 'NOTE', 'FOLLOW'],
        share: { memberId: member.userId, before: ['NOTE'], after: ['NOTE', 'VIEW', 'FOLLOW'] },
      }),
    ]);
  });

  it('is on record with what was held before and after, however it came about', async () => {
    const [owner, member, token] = [
      await newAccount(server),
      await newAccount(server),
      await newServerToken(server),
    ];
    const path = `/access/${owner.userId}/${member.userId}`;
    for (const names of [['view'], ['view', 'upload'], []])
      expect((await post(path, { token: owner.token, body: setOf(...names) })).status).toBe(200);
    // There is nothing left that could end.
    expect((await post(path, { token: owner.token })).status).toBe(200);
    const shares = (await changesBy(owner.userId, owner)).map((entry: Json) => entry.share);
    const memberId = member.userId;
    expect(shares).toEqual([
      null,
      { memberId, before: ['VIEW', 'UPLOAD'], after: [] },
      { memberId, before: ['VIEW'], after: ['VIEW', 'UPLOAD'] },
      { memberId, before: [], after: ['VIEW'] },
    ]);

    const opened = await post(`/auth/user/${owner.userId}/user`, { token: owner.token, body: {} });
    const path2 = `/auth/user/${opened.body.userid}`;
    const updates = { username: newEmail(server), password: 'open-sesame' };
    expect((await api(server).put(path2, { token, body: { updates } })).status).toBe(200);
    const log = await accessLog(server, opened.body.userid, token);
    const custody = { memberId: owner.userId, before: ['CUSTODIAN', 'VIEW', 'UPLOAD'] };
    expect(log.map((entry: Json) => entry.share)).toContainEqual({ ...custody, after: ['VIEW', 'UPLOAD'] });
  });
});
