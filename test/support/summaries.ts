import { api, type Answer, type Json } from './api';
import { accepted } from './clinics';
import type { Person } from './person';
import type { SentRecord } from './records';
import type { ServerUnderTest } from './server';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Start of the hour that began an hour ago, so that whole hours before it are over at any time. */
export const recentHour = (): number => Math.floor(Date.now() / hour) * hour - hour;

/** A glucose record at an instant, in mmol/L. */
export const reading = (time: number, value = 5.5, fields: SentRecord = {}): SentRecord => ({
  type: 'cbg',
  units: 'mmol/L',
  time: new Date(time).toISOString(),
  value,
  ...fields,
});

/** Readings every five minutes from an instant on. */
export const readings = (from: number, count: number, value: (index: number) => number = () => 5.5) =>
  Array.from({ length: count }, (_, index) => reading(from + index * 5 * minute, value(index)));

const path = ({ userId }: Pick<Person, 'userId'>, type: string) => `/v1/summaries/${type}/${userId}`;

/** Requests the summary of a person as that person. */
export const getSummary = (server: ServerUnderTest, person: Person, type = 'cgm'): Promise<Answer> =>
  api(server).get(path(person, type), { token: person.token });

/** Calculates a summary at once and returns it; null if there is none. Throws when the server refuses. */
export const recomputed = async (server: ServerUnderTest, person: Person, type = 'cgm'): Promise<Json> =>
  accepted(await api(server).post(path(person, type), { token: person.token }));

/** Uploads records to a new continuous data set and returns its id. Throws when the server refuses. */
export async function uploadedReadings(person: Person, records: readonly SentRecord[]): Promise<string> {
  const dataSetId = await person.openedContinuous();
  await person.uploaded(dataSetId, records);
  return dataSetId;
}

/** Statements with parameters. */
export type Statement = readonly [sql: string, parameters: unknown[]];

/**
 * Statements that store what an account keeps of hours with continuous records, as the calculation of a summary does, for an
 * account without a summary.
 */
export function keptHours(userId: string, hours: readonly number[], isTimely: boolean): Statement[] {
  const bits = new Map<number, number>();
  for (const start of hours) {
    const ofDay = Math.floor(start / day) * day;
    bits.set(ofDay, (bits.get(ofDay) ?? 0) | (1 << ((start - ofDay) / hour)));
  }
  return [
    summaryRow(userId, 7),
    ...[...bits].map(([start, shown]): Statement => [
      `INSERT INTO summary_days (user_id, summary_type, day, shown_hours, timely_hours, figures)
       VALUES (?, 'con', ?, ?, ?, ?)`,
      [userId, start, shown, isTimely ? shown : 0, Buffer.alloc(0)],
    ]),
  ];
}

/** The same as an earlier release stored it. */
export const hoursOfEarlierRelease = (
  userId: string,
  hours: readonly number[],
  content: object,
): Statement[] => [
  summaryRow(userId, 6),
  ...hours.map((start): Statement => [
    "INSERT INTO summary_buckets (user_id, summary_type, hour, content) VALUES (?, 'con', ?, ?)",
    [userId, start, JSON.stringify(content)],
  ]),
];

const summaryRow = (userId: string, schemaVersion: number): Statement => [
  "INSERT INTO summaries (user_id, summary_type, version, schema_version) VALUES (?, 'con', 'v', ?)",
  [userId, schemaVersion],
];
