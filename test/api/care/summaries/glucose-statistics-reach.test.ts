import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson } from '../../../support/person';
import { statistics } from '../../../support/statistics';
import { hour, minute, reading, recomputed, uploadedReadings } from '../../../support/summaries';

/** The clock of the service is moved, so it runs in the process of the test. */
let own: OwnApp;
const { moveTo } = movedClock();

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);
afterAll(() => own.close(), 120_000);

/** Changes of records that are older than two years do not outdate the summary. */
it('statistics of two years ago do not count what is deleted after the summary has stopped to follow', async () => {
  const person = await newPerson(own.server);
  const twoYearsAgo = new Date();
  twoYearsAgo.setUTCFullYear(twoYearsAgo.getUTCFullYear() - 2);
  const time = twoYearsAgo.getTime() + 10 * minute;
  const kept = await uploadedReadings(person, [reading(time, 7)]);
  const deleted = await uploadedReadings(person, [reading(time + minute, 8)]);
  await recomputed(own.server, person);
  moveTo(72);
  await person.deleted(deleted);
  const range = { from: time - hour, to: time + hour };
  expect(await statistics(own.server, person, range, {}, 'records')).toEqual({ records: 1 });
  await person.deleted(kept);
  expect(await statistics(own.server, person, range, {}, 'records')).toEqual({ records: 0 });
});
