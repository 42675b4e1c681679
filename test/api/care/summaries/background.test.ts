import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import {
  getSummary,
  hour,
  reading,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';
import { waitFor } from '../../../support/wait-until';

/** A server whose background work runs on demand. */
let own: OwnApp;
let token: string;

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
  token = await newServerToken(own.server);
}, 120_000);

afterAll(() => own.close(), 120_000);

/** The task that updates meter summaries, once it is queued. */
const task = async () => {
  const tasks: Json[] = accepted(await api(own.server).get('/v1/tasks', { token }));
  return tasks.find(({ type }) => type.endsWith('.summary.update.bgm'));
};

const changed = async ({ id }: Json, body: object): Promise<void> =>
  void accepted(await api(own.server).put(`/v1/tasks/${id}`, { token, body }));

/** The task after a run other than the given one. */
const afterRun = (before?: string): Promise<Json> =>
  waitFor('a run', async () => {
    const found = await task();
    const isOver = found?.state === 'pending' && found.runTime && found.runTime !== before;
    return isOver ? found : undefined;
  });

const waiting = async (): Promise<string[]> =>
  accepted(await api(own.server).get('/v1/summaries/outdated/bgm', { token })).userIds;

it('a run processes three batches, longest outdated first, and leaves the others to the next run', async () => {
  const idle = await afterRun();
  const anHour = { minInterval: 3_600, maxInterval: 3_600 };
  await changed(idle, { availableTime: '2100-01-01T00:00:00Z', data: { ...anHour, batch: 2 } });
  const userIds: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const person = await newPerson(own.server);
    await uploadedReadings(person, [reading(recentHour(), 6, { type: 'smbg' })]);
    userIds.push(person.userId);
  }
  expect(await waiting()).toEqual(userIds);

  let runTime: string = idle.runTime;
  for (const left of [userIds.slice(6), []]) {
    const began = Date.now();
    await changed(idle, { availableTime: new Date(began).toISOString() });
    const ran = await afterRun(runTime);
    expect(await waiting()).toEqual(left);
    expect(Date.parse(ran.availableTime) - began).toBeGreaterThanOrEqual(3_600_000);
    expect(ran.data).toEqual({ ...anHour, batch: 2 });
    runTime = ran.runTime;
  }
});

it('an account with many changes waits once, since the first of them', async () => {
  const idle = await afterRun();
  await changed(idle, { availableTime: '2100-01-01T00:00:00Z' });
  const [busy, other] = [await newPerson(own.server), await newPerson(own.server)];
  for (let hoursAgo = 6; hoursAgo > 0; hoursAgo -= 1)
    await uploadedReadings(busy, [reading(recentHour() - hoursAgo * hour, 6, { type: 'smbg' })]);
  await uploadedReadings(other, [reading(recentHour(), 6, { type: 'smbg' })]);
  const list = async (size: number) =>
    accepted(await api(own.server).get(`/v1/summaries/outdated/bgm?size=${size}`, { token }));
  const since = async (person: Person) =>
    (await getSummary(own.server, person, 'bgm')).body.dates.outdatedSince as string;
  const [first, second] = [await since(busy), await since(other)];
  expect(await list(1)).toEqual({ userIds: [busy.userId], start: first, end: first });
  expect(await list(2)).toEqual({ userIds: [busy.userId, other.userId], start: first, end: second });
  for (const person of [busy, other]) await recomputed(own.server, person, 'bgm');
  expect(await waiting()).toEqual([]);
});
