import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { statistics } from '../../../support/statistics';
import { hour, minute, reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

/** An hour in which a person travels twice. */
const start = recentHour() - 48 * hour;
const travels = [
  reading(start - 2 * hour, 5, { timezone: 'Asia/Kolkata' }),
  reading(start, 5, { timezone: 'Europe/Vienna' }),
  reading(start + 20 * minute, 5),
  reading(start + 40 * minute, 5, { timezone: 'America/New_York' }),
  reading(start + 50 * minute, 5, { timezone: 'America/Denver' }),
  reading(start + 3 * hour + 30 * minute, 5),
];

const ranges: [string, from: number, to: number, zone: string, records: number][] = [
  ['ends before them', start - 4 * hour, start, 'Asia/Kolkata', 1],
  ['ends between the first two', start - 4 * hour, start + 30 * minute, 'Europe/Vienna', 3],
  ['ends with the second one', start - 4 * hour, start + 40 * minute + 1, 'America/New_York', 4],
  ['is a part of the hour before the second one', start, start + 40 * minute, 'Europe/Vienna', 2],
  ['is a part of the hour without any', start + 10 * minute, start + 30 * minute, 'UTC', 1],
  ['begins between them', start + 10 * minute, start + 45 * minute, 'America/New_York', 2],
  ['begins after them', start + 55 * minute, start + 4 * hour, 'UTC', 1],
  ['begins in their hour and ends later', start + 10 * minute, start + 4 * hour, 'America/Denver', 4],
  ['is made of whole hours', start - 4 * hour, start + 4 * hour, 'America/Denver', 6],
];

describe.each([
  ['before the summary is calculated', false],
  ['out of the summary', true],
])('the default time zone is that of the newest reading of the range, %s', (_, isCalculated) => {
  it.each(ranges)('when the range %s', async (_name, from, to, timezone, records) => {
    const person = await newPerson(server);
    await uploadedReadings(person, travels);
    if (isCalculated) await recomputed(server, person);
    const found = await statistics(server, person, { from, to }, {}, 'timezone records');
    expect(found).toEqual({ timezone, records });
  });
});
