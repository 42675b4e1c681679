import { join } from 'node:path';
import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';
import { api } from '../support/api';
import { sendBlob } from '../support/content';
import { messenger } from '../support/messages';
import { newPerson } from '../support/person';
import { startServer } from '../support/server-process';
import { findTraces } from '../support/traces';
import { waitFor } from '../support/wait-until';

const reading = { type: 'cbg', units: 'mmol/L', value: 5.5, deviceId: 'd' };
const time = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 300_000).toISOString();

describe('the deletion of an account', () => {
  it('continues after the process was killed', async () => {
    const server = await startServer();
    const person = await newPerson(server);
    const { userId, token, password } = person;
    const dataSetId = await person.openedContinuous();
    for (let batch = 0; batch < 6; batch += 1) {
      const records = Array.from({ length: 1000 }, (_, index) => ({
        ...reading,
        time: time(batch * 1000 + index),
      }));
      await person.uploaded(dataSetId, records);
    }
    await messenger(server, person).sent();
    await sendBlob(server, userId, { token, raw: 'bytes' });
    expect((await api(server).delete(`/auth/user/${userId}`, { token, body: { password } })).status).toBe(
      202,
    );
    await server.kill();

    const url = `sqlite:${join(server.folder, 'glycograph.db')}`;
    const database = await Database.open(url, { schema: persistence, poolSize: 2, migrate: false });
    expect(await findTraces(database, userId)).not.toEqual([]);
    // As if the leases of the killed process had expired.
    await database.transaction((manager) => manager.query('UPDATE outbox_messages SET due_time = 0'));
    await server.start();
    await waitFor('everything to be gone', async () =>
      (await findTraces(database, userId)).length === 0 ? true : undefined,
    );
    await database.close();
  });
});

describe('reads that are not logged yet', () => {
  it('are logged by a process that is told to stop', async () => {
    const server = await startServer();
    const { token } = await newPerson(server);
    await api(server).graph('query LastLook { me { id } }', { token });
    await server.stop();
    await server.start();
    const query = '{ me { accessLog(first: 100) { edges { node { operation } } } } }';
    const { body } = await api(server).graph(query, { token });
    const operations = body.data.me.accessLog.edges.map(
      (edge: { node: { operation: string } }) => edge.node.operation,
    );
    expect(operations).toContain('query LastLook');
  });
});
