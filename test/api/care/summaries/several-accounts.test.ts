import { randomUUID } from 'node:crypto';
import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import type { ServerUnderTest } from '../../../support/server';
import { reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

let own: OwnApp;
let server: ServerUnderTest;
beforeAll(async () => {
  // Nothing is calculated in the background, so that what is outdated stays so.
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
  ({ server } = own);
});
afterAll(() => own.close());

/** A person with a sensor reading and a meter reading that is higher by one, which the summaries show. */
async function personWith(value: number): Promise<Person> {
  const person = await newPerson(server);
  const smbg = reading(recentHour(), value + 1, { type: 'smbg' });
  await uploadedReadings(person, [reading(recentHour(), value), smbg]);
  for (const type of ['cgm', 'bgm']) await recomputed(server, person, type);
  return person;
}

/** The summaries of several people by one query, as a trusted server. */
async function askedTogether(people: readonly Person[]): Promise<object> {
  const fields = 'dates { outdatedReason } ... on GlucoseSummary { periods { averageGlucose } }';
  const both = `cgm: summary(type: CGM) { ${fields} } bgm: summary(type: BGM) { ${fields} }`;
  const parts = people.map(({ userId }, index) => `of${index}: user(id: "${userId}") { ${both} }`);
  const token = await newServerToken(server);
  return accepted(await api(server).graph(`{ ${parts.join(' ')} }`, { token })).data;
}

const shown = (averageGlucose: number) => ({
  dates: { outdatedReason: [] },
  periods: expect.arrayContaining([{ averageGlucose }]) as unknown,
});

it('summaries that one query asks for are those of each person and type, outdated by their own changes', async () => {
  const [low, high, none, outdated] = [
    await personWith(4),
    await personWith(12),
    await newPerson(server),
    await newPerson(server),
  ];
  await uploadedReadings(outdated, [reading(recentHour())]);
  expect(await askedTogether([high, none, outdated, low])).toEqual({
    of0: { cgm: shown(12), bgm: shown(13) },
    of1: { cgm: null, bgm: null },
    of2: { cgm: { dates: { outdatedReason: ['DATA_ADDED'] }, periods: [] }, bgm: null },
    of3: { cgm: shown(4), bgm: shown(5) },
  });
});

it('an account that does not exist has no summary to calculate', async () => {
  const token = await newServerToken(server);
  const { status, text } = await api(server).post(`/v1/summaries/cgm/${randomUUID()}`, { token });
  expect([status, text]).toEqual([200, 'null']);
});
