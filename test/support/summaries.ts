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
