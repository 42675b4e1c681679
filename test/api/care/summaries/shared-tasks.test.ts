import { crc32 } from 'node:zlib';
import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson } from '../../../support/person';
import { reading, recentHour, uploadedReadings } from '../../../support/summaries';
import { waitFor } from '../../../support/wait-until';

/** A server whose processes may update summaries at the same time. */
let own: OwnApp;
let token: string;

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2', SUMMARY_TASKS: '2' });
  token = await newServerToken(own.server);
}, 120_000);

afterAll(() => own.close(), 120_000);

/** The tasks that update meter summaries by their names, once each has run. */
const tasks = (): Promise<Json[]> =>
  waitFor('the first runs', async () => {
    const path = '/v1/tasks?type=org.tidepool.summary.update.bgm';
    const found: Json[] = accepted(await api(own.server).get(path, { token }));
    const haveRun = found.length > 0 && found.every(({ state, runTime }) => state === 'pending' && runTime);
    return haveRun ? found.sort((one, other) => (one.name < other.name ? -1 : 1)) : undefined;
  });

const availableFrom = async ({ id }: Json, availableTime: string): Promise<void> =>
  void accepted(await api(own.server).put(`/v1/tasks/${id}`, { token, body: { availableTime } }));

const waiting = async (): Promise<string[]> =>
  accepted(await api(own.server).get('/v1/summaries/outdated/bgm', { token })).userIds;

const nobody = () => waitFor('summaries', async () => ((await waiting()).length === 0 ? true : undefined));

async function newOutdated(count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => newPerson(own.server)));
  for (const person of people) await uploadedReadings(person, [reading(recentHour(), 6, { type: 'smbg' })]);
  return people.map(({ userId }) => userId);
}

it('several tasks for a type share the accounts on MySQL; SQLite has one writer, and one task', async () => {
  const names = (await tasks()).map(({ name }) => name as string);
  const isShared = own.server.dialect === 'mysql';
  const name = 'org.tidepool.summary.update.bgm';
  expect(names).toEqual(isShared ? [name, `${name}.2`] : [name]);
  for (const task of await tasks()) await availableFrom(task, '2100-01-01T00:00:00Z');
  const userIds = await newOutdated(8);
  expect(await waiting()).toEqual(userIds);
  const left = new Set(isShared ? userIds.filter((userId) => crc32(userId) % 2 === 1) : []);
  const [first, second] = await tasks();
  await availableFrom(first, new Date().toISOString());
  await waitFor('the first share', async () => ((await waiting()).length === left.size ? true : undefined));
  expect(new Set(await waiting())).toEqual(left);
  if (second) await availableFrom(second, new Date().toISOString());
  expect(await nobody()).toBe(true);
});
