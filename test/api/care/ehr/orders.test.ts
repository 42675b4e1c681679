import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newOrder, sent } from '../../../support/ehr';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { verificationToken } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';

let own: OwnApp;
let token: string;

beforeAll(async () => {
  own = await startOwnApp({ REDOX_VERIFICATION_TOKEN: verificationToken, TASK_POLL_DELAY: '0.05' });
  token = await newServerToken(own.server);
});

afterAll(() => own.close());

const taskOf = async (documentId: string): Promise<Json> => {
  const path = `/v1/tasks?name=org.tidepool.ehr.order:${documentId}`;
  return accepted(await api(own.server).get(path, { token }))[0];
};

it('an order without a recognizable clinic is tried three times, 15 seconds apart', async () => {
  const id = await sent(own.server, newOrder('of nobody'));
  for (const tries of [1, 2]) {
    const task = await waitFor(`try ${tries}`, async () => {
      const found = await taskOf(id);
      return found?.data?.tries === tries && found.state === 'pending' ? found : undefined;
    });
    const wait = Date.parse(task.availableTime as string) - Date.parse(task.runTime as string);
    expect([task.error !== undefined, Math.floor(wait / 15_000)]).toEqual([true, 1]);
    await own.database.transaction((manager) =>
      manager.update(TaskEntity, { id: task.id as string }, { dueTime: 0 }),
    );
  }
  await waitFor('the end', async () => ((await taskOf(id))?.state === 'failed' ? true : undefined));
});

it('only new orders are processed', async () => {
  const ids = [
    await sent(own.server, { Meta: { DataModel: 'Order', EventType: 'Cancel' } }),
    await sent(own.server, { Meta: { DataModel: 'Results', EventType: 'New' } }),
  ];
  expect(await Promise.all(ids.map(taskOf))).toEqual([undefined, undefined]);
});
