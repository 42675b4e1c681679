import { randomUUID } from 'node:crypto';
import { TaskEntity, type TaskState } from '../../../../src/platform/tasks/task.entity';
import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

const prefix = 'org.tidepool.ehr';

let own: OwnApp;
let token: string;
beforeAll(async () => {
  own = await startOwnApp();
  token = await newServerToken(own.server);
}, 120_000);
afterAll(() => own.close(), 120_000);

const day = 86_400_000;

/** Stores tasks of a type that were queued so many days ago. Returns their names. */
async function queued(type: string, state: TaskState, days: number, count = 1): Promise<string[]> {
  const names = Array.from({ length: count }, () => `${days} ${state} ${randomUUID()}`);
  await own.database.transaction(async (manager) => {
    await own.app.services.tasks.addAll(
      manager,
      names.map((name) => ({ type, name })),
    );
    const { affected } = await manager.update(
      TaskEntity,
      { type, state: 'pending' },
      { state, createdTime: Date.now() - days * day },
    );
    expect(affected).toBe(count);
  });
  return names;
}

const purge = () => own.app.services.ehrEndedTasks.purge(() => false);

const listTaskNames = async (type: string): Promise<string[]> => {
  const { body } = await api(own.server).get(`/v1/tasks?type=${type}&size=1000`, { token });
  return body.map(({ name }: Json) => name).sort();
};

describe.each(['order', 'report', 'xealth'])('tasks of ehr.%s', (name) => {
  it('are deleted 90 days after they were queued, once they have ended', async () => {
    const type = `${prefix}.${name}`;
    await queued(type, 'completed', 91);
    await queued(type, 'failed', 91);
    const kept = [
      ...(await queued(type, 'completed', 89)),
      ...(await queued(type, 'failed', 89)),
      ...(await queued(type, 'running', 91)),
    ];
    await purge();
    expect(await listTaskNames(type)).toEqual(kept.sort());
  });
});

it('are deleted however many there are, and those of other types are kept', async () => {
  const other = randomUUID();
  const [kept, recent] = [
    await queued(other, 'completed', 91),
    await queued(`${prefix}.order`, 'completed', 1),
  ];
  await queued(`${prefix}.order`, 'completed', 91, 1_001);
  await purge();
  expect([await listTaskNames(other), await listTaskNames(`${prefix}.order`)]).toEqual([
    kept,
    expect.arrayContaining(recent),
  ]);
  const old = await own.database.reader.find(TaskEntity, { where: { type: `${prefix}.order` } });
  expect(old.filter(({ name, state }) => state === 'completed' && name?.startsWith('91'))).toEqual([]);
});
