import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestedExportEntity } from '../../../../src/records/exports/requested-export.entity';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { storedFiles } from '../../../support/content';
import { exported } from '../../../support/exports';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { errorCode, requestedExports } from '../../../support/requested-exports';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import { closeStreams, overWebSocket, withToken } from '../../../support/streams';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();

afterEach(closeStreams);

async function withReadings(person: Person, count = 3): Promise<void> {
  const records = Array.from({ length: count }, (_unused, index) => cbg({ time: at(index) }));
  await person.uploaded(await person.openedContinuous({ time: at(0) }), records);
}

let folder: string;
let own: OwnApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-exports-'));
  own = await startOwnApp({ BLOB_URL: `file:${folder}` });
});

afterAll(async () => {
  await own.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a background export', () => {
  it.each(['JSON', 'XLSX', 'CSV'])('is the file that a direct download returns, as %s', async (format) => {
    const person = await newPerson(server);
    await withReadings(person);
    const { requested, ready, link } = requestedExports(server, person);
    const input = { userId: person.userId, format, units: 'MG_DL', from: at(1), to: at(3) };
    const id = await requested(input);
    const found = await ready(id);
    expect(found).toMatchObject({ userId: person.userId, lineCount: 2 });
    const { url, expirationTime } = (await link(id)).data.createExportLink;
    expect(Date.parse(expirationTime) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toHaveLength(found.size);
    const query = `format=${format.toLowerCase()}&bgUnits=mg/dL&startDate=${at(1)}&endDate=${at(2)}`;
    const direct = await exported(server, person.userId, query, person.token);
    for (const name of ['content-type', 'content-disposition'])
      expect(answer.headers.get(name)).toBe(direct.headers.get(name));
    // A workbook contains its time of creation.
    if (format !== 'XLSX') expect(bytes.equals(direct.bytes)).toBe(true);
    else expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('reports its progress', async () => {
    const person = await newPerson(own.server);
    await withReadings(person);
    const { requested } = requestedExports(own.server, person);
    const id = await requested({ userId: person.userId, format: 'JSON' });
    const query = 'subscription ($id: ID!) { exportProgress(exportId: $id) { id state lineCount } }';
    const answers = await overWebSocket(own.server, withToken(person.token)).subscribe(query, { id });
    await requestedExports(own.server, person).ready(id);
    const { requestedExports: service } = own.app.services;
    await own.database.transaction((manager) =>
      manager.update(RequestedExportEntity, { id }, { state: 'waiting' }),
    );
    await service.note(id, 2);
    // Each result shows the current state, so a result may occur twice.
    const until = async (state: string, lineCount: number) => {
      for (;;) {
        const { exportProgress } = (await answers.next()).data;
        if (exportProgress.state === state && exportProgress.lineCount === lineCount)
          return exportProgress.id;
      }
    };
    expect(await until('RUNNING', 2)).toBe(id);
    await own.database.transaction((manager) =>
      service.finish(manager, id, { contentKey: 'k'.repeat(32), size: 1, lineCount: 3 }),
    );
    expect(await until('READY', 3)).toBe(id);
    await service.note(id, 2);
    expect(await requestedExports(own.server, person).ready(id)).toMatchObject({ lineCount: 3 });
  });

  it('is for the account that requested it, as long as it may view the data', async () => {
    const [person, viewer, uploader] = [
      await newPerson(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, person, viewer, 'view');
    await share(server, person, uploader, 'upload', 'note');
    const { requested, ready, link, show } = requestedExports(server, viewer);
    const id = await requested({ userId: person.userId, format: 'JSON' });
    await ready(id);
    const { url } = (await link(id)).data.createExportLink;
    expect((await fetch(url)).status).toBe(200);
    for (const other of [person, uploader]) {
      const theirs = requestedExports(server, other);
      expect([errorCode(await theirs.show(id)), errorCode(await theirs.link(id))]).toEqual([
        'FORBIDDEN',
        'FORBIDDEN',
      ]);
      expect((await api(server).get(`/v1/exports/${id}`, { token: other.token })).status).toBe(403);
    }
    expect(errorCode(await requestedExports(server, uploader).request({ userId: person.userId }))).toBe(
      'FORBIDDEN',
    );
    await api(server).post(`/access/${person.userId}/${viewer.userId}`, { token: person.token, body: {} });
    expect((await fetch(url)).status).toBe(403);
    expect([errorCode(await show(id)), errorCode(await link(id))]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });

  it('opens only with the token of its link', async () => {
    const person = await newPerson(server);
    const { requested, ready, link } = requestedExports(server, person);
    const id = await requested({ userId: person.userId });
    await ready(id);
    const { url } = (await link(id)).data.createExportLink as { url: string };
    expect((await fetch(url.replace(`/v1/exports/${id}`, `/export/${person.userId}`))).status).toBe(401);
    expect((await api(server).get(`/v1/exports/${id}`)).status).toBe(401);
    expect((await api(server).get(`/v1/exports/${id}`, { token: person.token })).status).toBe(200);
  });

  it('is not found if it does not exist, and is not for servers', async () => {
    const person = await newPerson(server);
    const unknown = 'f'.repeat(32);
    const { show, link } = requestedExports(server, person);
    expect([errorCode(await show(unknown)), errorCode(await link(unknown))]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect((await api(server).get(`/v1/exports/${unknown}`, { token: person.token })).status).toBe(404);
    const token = await newServerToken(server);
    expect(errorCode(await requestedExports(server, { token }).request({ userId: person.userId }))).toBe(
      'BAD_USER_INPUT',
    );
    const progress = 'subscription ($id: ID!) { exportProgress(exportId: $id) { id } }';
    const answers = await overWebSocket(server, withToken(person.token)).subscribe(progress, { id: unknown });
    expect(errorCode(await answers.next())).toBe('NOT_FOUND');
  });
});

describe('the file of a requested export', () => {
  let person: Person;

  beforeEach(async () => {
    person = await newPerson(own.server);
  });

  const change = (id: string, set: Partial<RequestedExportEntity>) =>
    own.database.transaction((manager) => manager.update(RequestedExportEntity, { id }, set));

  const fileOf = async (id: string): Promise<string> =>
    (await own.database.reader.findOneByOrFail(RequestedExportEntity, { id })).contentKey ?? '';

  const isStored = (key: string) => storedFiles(folder).some((name) => name.includes(key));

  const tasksOf = async (id: string, { server: where } = own): Promise<Json[]> => {
    const token = await newServerToken(where);
    return (await api(where).get(`/v1/tasks?name=org.tidepool.export:${id}`, { token })).body;
  };

  it('is deleted after its retention time', async () => {
    const { requested, ready, link, show, list } = requestedExports(own.server, person);
    const [over, kept] = [
      await requested({ userId: person.userId }),
      await requested({ userId: person.userId }),
    ];
    await Promise.all([ready(over), ready(kept)]);
    await change(over, { expirationTime: Date.now() });
    expect([errorCode(await show(over)), errorCode(await link(over))]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const { edges } = (await list()).data.me.requestedExports;
    expect(edges.map(({ node }: Json) => node.id)).toEqual([kept]);
    const [file, keptFile] = [await fileOf(over), await fileOf(kept)];
    expect([isStored(file), isStored(keptFile)]).toEqual([true, true]);
    await own.app.services.requestedExports.purge(() => false);
    await waitFor('the file to be gone', () => (isStored(file) ? undefined : true));
    expect(isStored(keptFile)).toBe(true);
    expect(await own.database.reader.countBy(RequestedExportEntity, { id: over })).toBe(0);
    expect([await tasksOf(over), await tasksOf(kept)]).toEqual([[], [expect.anything()]]);
    expect(errorCode(await link(kept))).toBeUndefined();
  });

  it('is deleted with the account whose records it contains, and with the account that requested it', async () => {
    const viewer = await newAccount(own.server);
    await share(own.server, person, viewer, 'view');
    const mine = requestedExports(own.server, person);
    const theirs = requestedExports(own.server, viewer);
    const input = { userId: person.userId, format: 'JSON' };
    const [here, there] = [await mine.requested(input), await theirs.requested(input)];
    await Promise.all([mine.ready(here), theirs.ready(there)]);
    const [hereFile, thereFile] = [await fileOf(here), await fileOf(there)];
    const end = async ({ userId, token, password }: typeof viewer, id: string, file: string) => {
      await api(own.server).delete(`/auth/user/${userId}`, { token, body: { password } });
      await waitFor('export and file to be gone', async () =>
        isStored(file) || (await own.database.reader.existsBy(RequestedExportEntity, { id }))
          ? undefined
          : true,
      );
    };
    await end(viewer, there, thereFile);
    expect(isStored(hereFile)).toBe(true);
    await end(person, here, hereFile);
  });

  it('is not available before it is complete, and only a few run at once per account', async () => {
    const { requested, ready, link, request } = requestedExports(own.server, person);
    const input = { userId: person.userId, format: 'JSON' };
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await requested(input));
    await Promise.all(ids.map(ready));
    for (const id of ids) await change(id, { state: 'waiting' });
    expect(errorCode(await link(ids[0] ?? ''))).toBe('CONFLICT');
    expect((await api(own.server).get(`/v1/exports/${ids[0]}`, { token: person.token })).status).toBe(409);
    expect(errorCode(await request(input))).toBe('RATE_LIMITED');
    await change(ids[0] ?? '', { state: 'failed' });
    expect(errorCode(await request(input))).toBeUndefined();
  });

  it('is refused when five are in progress, however many are requested at once', async () => {
    // Exports that cannot be stored stay in progress.
    const broken = await startOwnApp({ BLOB_URL: 'file:/dev/null/nowhere' });
    const { userId, token } = await newPerson(broken.server);
    const { request } = requestedExports(broken.server, { token });
    const answers = await Promise.all(Array.from({ length: 25 }, () => request({ userId, format: 'JSON' })));
    await broken.close();
    expect(answers.map(errorCode).filter((code) => code === undefined)).toHaveLength(5);
  });

  it('is tried a few times, and then given up', async () => {
    const broken = await startOwnApp({ BLOB_URL: 'file:/dev/null/nowhere' });
    person = await newPerson(broken.server);
    const { requested, show } = requestedExports(broken.server, person);
    const client = overWebSocket(broken.server, withToken(person.token));
    const id = await requested({ userId: person.userId, format: 'JSON' });
    const query = 'subscription ($id: ID!) { exportProgress(exportId: $id) { state } }';
    const answers = await client.subscribe(query, { id });
    const token = await newServerToken(broken.server);
    for (let attempt = 1; attempt < 5; attempt += 1) {
      const task = await waitFor(`attempt ${attempt}`, async () => {
        const [found] = await tasksOf(id, broken);
        return found.data.attempts === attempt ? found : undefined;
      });
      expect(task).toMatchObject({ state: 'pending', error: { detail: expect.any(String) } });
      const body = { availableTime: '2020-01-01T00:00:00Z' };
      await api(broken.server).put(`/v1/tasks/${task.id}`, { token, body });
    }
    expect(await answers.next()).toEqual({ data: { exportProgress: { state: 'FAILED' } } });
    expect((await show(id)).data.requestedExport.state).toBe('FAILED');
    await broken.close();
  });

  it('is given up after five runs that ended with their processes', async () => {
    const { requested, ready, show } = requestedExports(own.server, person);
    const id = await requested({ userId: person.userId, format: 'JSON' });
    await ready(id);
    const [{ id: taskId, type }] = await tasksOf(id);
    const token = await newServerToken(own.server);
    const waiting = { state: 'running', deadlineTime: 1, dueTime: Date.now() + 3_600_000 } as const;
    const runAfterLost = async (runs: number) => {
      await change(id, { state: 'waiting' });
      for (let lost = 0; lost < runs; lost += 1) {
        await own.database.transaction((manager) => manager.update(TaskEntity, { id: taskId }, waiting));
        await own.app.services.taskRuns.putBackStuck(type);
      }
      const body = { availableTime: '2020-01-01T00:00:00Z' };
      await api(own.server).put(`/v1/tasks/${taskId}`, { token, body });
      return waitFor('the run to end', async () => {
        const [task] = await tasksOf(id);
        return ['completed', 'failed'].includes(task.state) ? task : undefined;
      });
    };
    expect(await runAfterLost(4)).toMatchObject({ state: 'completed' });
    const task = await runAfterLost(5);
    expect(task).toMatchObject({ state: 'failed', error: { detail: expect.stringContaining('5 times') } });
    expect((await show(id)).data.requestedExport.state).toBe('FAILED');
  });
});
