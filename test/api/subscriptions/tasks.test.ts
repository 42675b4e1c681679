import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { closeStreams, transports, withToken } from '../../support/streams';

const server = serverUnderTest();
const { post, put, delete: remove } = api(server);
const changed =
  'subscription ($type: String) { taskChanged(type: $type) { taskId task { state priority } } }';

afterEach(closeStreams);

describe.each(transports)('tasks over %s', (_name, connect) => {
  it('are published to trusted servers, by type, when they are queued, changed and deleted', async () => {
    const token = await newServerToken(server);
    const type = `type ${randomUUID()}`;
    const answers = await connect(server, withToken(token)).subscribe(changed, { type });
    await post('/v1/tasks', { token, body: { type: `${type} of another` } });
    const { id: taskId } = (await post('/v1/tasks', { token, body: { type } })).body;
    const told = (task: object | null) => ({ data: { taskChanged: { taskId, task } } });
    expect(await answers.next()).toEqual(told({ state: 'PENDING', priority: 0 }));
    await put(`/v1/tasks/${taskId}`, { token, body: { priority: 3 } });
    expect(await answers.next()).toEqual(told({ state: 'PENDING', priority: 3 }));
    await remove(`/v1/tasks/${taskId}`, { token });
    expect(await answers.next()).toEqual(told(null));
  });

  it('of all types are published by default, and never to accounts', async () => {
    const token = await newServerToken(server);
    const answers = await connect(server, withToken(token)).subscribe(changed);
    const type = `type ${randomUUID()}`;
    const { id } = (await post('/v1/tasks', { token, body: { type } })).body;
    const ids: string[] = [];
    while (!ids.includes(id)) ids.push((await answers.next()).data.taskChanged.taskId);
    const user = await newAccount(server);
    const refused = await connect(server, withToken(user.token)).subscribe(changed, { type });
    expect((await refused.next()).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
