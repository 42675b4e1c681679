import { newPerson, type Person } from './person';
import type { SentRecord } from './records';
import type { ServerUnderTest } from './server';
import { share, statistics, type Range } from './statistics';
import { recomputed, uploadedReadings } from './summaries';

/** All kinds of summaries. */
export const summaryTypes = ['cgm', 'bgm', 'con'];

const brief = `records minutes mean min max inTarget ${share}`;

async function told(server: ServerUnderTest, person: Person, ranges: readonly Range[]) {
  const summaries = new Map<string, object | null>();
  for (const type of summaryTypes) {
    const summary = await recomputed(server, person, type);
    const { firstData, lastData } = summary?.dates ?? {};
    summaries.set(type, summary && { periods: summary.periods, firstData, lastData });
  }
  const found: object[] = [];
  for (const range of ranges) found.push(await statistics(server, person, range, {}, brief));
  return { summaries, statistics: found };
}

/**
 * The summaries of a person, and the statistics of some ranges, are those of somebody who has sent the same records at once:
 * whatever has happened before, nothing of it is left in what is kept of hours and days.
 */
export async function expectMadeOf(
  server: ServerUnderTest,
  person: Person,
  records: readonly SentRecord[],
  ranges: readonly Range[] = [],
): Promise<void> {
  const other = await newPerson(server);
  if (records.length > 0) await uploadedReadings(other, records);
  const expected = await told(server, other, ranges);
  expect(await told(server, person, ranges)).toEqual(expected);
}
