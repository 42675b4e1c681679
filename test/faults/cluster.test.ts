import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { api, type Json } from '../support/api';
import { openGaleraCluster, type GaleraCluster } from '../support/galera';
import { whyNoGalera } from '../support/installed-programs';
import { newPerson } from '../support/person';
import { at, cbg } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';
import { newCustodialAccount, permissionSet } from '../support/shares';
import { waitFor } from '../support/wait-until';

(whyNoGalera() ? describe.skip : describe)('on a cluster of three nodes', () => {
  let cluster: GaleraCluster;
  /** One process on each of the first two nodes, as if neither could reach the other's node. */
  let apart: [RunningServer, RunningServer];

  beforeAll(async () => {
    cluster = await openGaleraCluster();
    const [first, second] = cluster.nodes;
    apart = [
      await startServer({ DATABASE_URL: first?.url }),
      await startServer({ DATABASE_URL: second?.url }),
    ];
  });
  afterAll(async () => {
    for (const server of apart ?? []) await server.close();
    await cluster?.close();
  });

  it('many changes to one profile through two nodes are all applied', async () => {
    const { userId, token } = await newAccount(apart[0]);
    const path = `/metadata/${userId}/profile`;
    const changes = Array.from({ length: 100 }, (_, index) =>
      api(apart[index % 2] ?? apart[0]).put(path, { token, body: { [`field${index}`]: index } }),
    );
    const answers = await Promise.all(changes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { body } = await api(apart[1]).get(path, { token });
    expect(Object.keys(body)).toHaveLength(changes.length);
  });

  it('an acknowledged upload through one node is included in a close through another', async () => {
    const person = await newPerson(apart[0]);
    const { userId, token } = person;
    const [uploading, closing] = apart.map((server) => api(server));
    for (let round = 0; round < 10; round += 1) {
      const dataSetId = await person.opened({ deviceId: `device ${round}` });
      const upload = async (index: number) => {
        const time = at(100 * round + index);
        const path = `/v1/data_sets/${dataSetId}/data`;
        const { status } = (await uploading?.post(path, { token, body: [cbg({ time })] })) ?? {};
        return status === 200 ? [time] : [];
      };
      const uploads = Promise.all([0, 1, 2, 3].map(upload));
      const closed = await closing?.put(`/v1/data_sets/${dataSetId}`, { token });
      expect(closed?.status).toBe(200);
      const answered = (await uploads).flat();
      const { body } = await api(apart[1]).get(`/data/${userId}?uploadId=${dataSetId}&type=cbg`, { token });
      expect(body.map(({ time }: Json) => new Date(time).toISOString()).sort()).toEqual(answered.sort());
    }
  });

  it('a share given up through one node is not restored when the account is claimed through another', async () => {
    const [here, there] = apart;
    const people = [await newAccount(here), await newAccount(here)].sort((one, other) =>
      one.userId < other.userId ? -1 : 1,
    );
    const [keeper, leaver] = people as [TestAccount, TestAccount];
    const patient = { userId: (await newCustodialAccount(here, keeper)).userid as string };
    const token = await newServerToken(here);
    const path = `/access/${patient.userId}/${leaver.userId}`;
    const body = permissionSet('custodian', 'view');
    expect((await api(here).post(path, { token, body })).status).toBe(200);

    // The share of the keeper comes first, because a change of both waits for it.
    const holder = await createConnection(cluster.nodes[0]?.url ?? '');
    await holder.query('START TRANSACTION');
    await holder.query('SELECT * FROM shares WHERE sharer_id = ? AND grantee_id = ? FOR UPDATE', [
      patient.userId,
      keeper.userId,
    ]);
    const claim = api(here).put(`/auth/user/${patient.userId}`, {
      token,
      body: { updates: { password: 'open-sesame' } },
    });
    const observer = await createConnection(cluster.nodes[0]?.url ?? '');
    await waitFor('a change of shares that waits', async () => hasWaiting(observer));
    expect((await api(there).post(path, { token: leaver.token, body: {} })).status).toBe(200);
    const left = await waitFor('the end of the share at the other node', async () => {
      const [rows] = await observer.query<RowDataPacket[]>(
        'SELECT permissions FROM shares WHERE sharer_id = ? AND grantee_id = ?',
        [patient.userId, leaver.userId],
      );
      return rows.length === 0 || undefined;
    });
    expect(left).toBe(true);
    await holder.query('ROLLBACK');
    expect((await claim).status).toBe(200);
    for (const server of apart)
      expect((await api(server).get(`/access/${patient.userId}`, { token })).body).toEqual({
        [patient.userId]: { root: {} },
        [keeper.userId]: permissionSet('view', 'upload'),
      });
    await Promise.all([holder.end(), observer.end()]);
  });

  it('a write through one node is read through another, even if that one is slow', async () => {
    const { userId, token } = await newAccount(apart[0]);
    const path = `/metadata/${userId}/profile`;
    await api(apart[0]).put(path, { token, body: { fullName: 'before' } });
    expect((await api(apart[1]).get(path, { token })).body).toEqual({ fullName: 'before' });

    const slow = await createConnection(cluster.nodes[1]?.url ?? '');
    await slow.query('FLUSH TABLES WITH READ LOCK');
    await api(apart[0]).put(path, { token, body: { fullName: 'after' } });
    let isRead = false;
    const read = api(apart[1])
      .get(path, { token })
      .finally(() => (isRead = true));
    await waitFor('an answer, or a statement that waits', async () => isRead || hasWaiting(slow));
    await slow.query('UNLOCK TABLES');
    expect((await read).body).toEqual({ fullName: 'after' });
    await slow.end();
  });
});

/** Whether another statement stays running on the node for a while. */
async function hasWaiting(connection: Connection): Promise<true | undefined> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT id FROM information_schema.processlist
      WHERE command = 'Query' AND id <> CONNECTION_ID() AND user = 'glycograph' AND time_ms > 200`,
  );
  return rows.length > 0 || undefined;
}
