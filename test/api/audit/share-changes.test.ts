import { accessLog } from '../../support/access-log';
import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { setOf } from '../../support/shares';

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
      expect.objectContaining({ operation, reason: 'OWNER', fields: ['Mutation.setPermissions'] }),
    ]);
    expect((await post(path, { token: member.token })).status).toBe(200);
    expect(await changesBy(member.userId, owner)).toEqual([
      expect.objectContaining({ operation, reason: 'SHARE', permissions: ['VIEW', 'NOTE'] }),
    ]);
  });

  it('is on record when somebody accepts an invitation to it', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    const body = { email: member.email, permissions: setOf('view') };
    const sent = await post(`/confirm/send/invite/${owner.userId}`, { token: owner.token, body });
    const path = `/confirm/accept/invite/${member.userId}/${owner.userId}`;
    const { status } = await api(server).put(path, { token: member.token, body: { key: sent.body.key } });
    expect([sent.status, status]).toEqual([200, 200]);
    expect(await changesBy(member.userId, owner)).toEqual([
      expect.objectContaining({ operation: 'accept-invitation', permissions: ['VIEW'] }),
    ]);
  });
});
