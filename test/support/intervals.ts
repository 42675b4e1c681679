import { addPatient, type TestClinic } from './clinics';
import { newPerson, type Person } from './person';
import type { ServerUnderTest } from './server';
import { day, minute, reading, recomputed, uploadedReadings } from './summaries';

export const week = 7 * day;
/** 1 January 2024 was a Monday. */
const aMonday = Date.UTC(2024, 0, 1);
const thisWeek = aMonday + Math.floor((Date.now() - aMonday) / week) * week;
export const weekAgo = (weeks: number): number => thisWeek - weeks * week;

/** A month ago by so many, as its first instant. */
export function monthAgo(months: number): number {
  const today = new Date();
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months);
}

export interface Sent {
  time: number;
  value: number;
}

/** Readings every five minutes whose values repeat. */
export const every = (from: number, count: number, values: readonly number[]): Sent[] =>
  Array.from({ length: count }, (_, index) => ({
    time: from + index * 5 * minute,
    value: values[index % values.length] as number,
  }));

/** Values in every range. */
export const lively = [5.5, 2.5, 3.5, 12, 15, 8, 7, 6, 9, 4];

/** A patient with readings, and a calculated summary if there are any. */
export async function patientWith(
  server: ServerUnderTest,
  clinic: TestClinic,
  sent: readonly Sent[],
  fields = {},
): Promise<Person> {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, ['view']);
  await upload(server, person, sent, fields);
  return person;
}

/** Uploads readings, calculates the summary and returns the data set. */
export async function upload(
  server: ServerUnderTest,
  person: Person,
  sent: readonly Sent[],
  fields = {},
): Promise<string> {
  const records = sent.map(({ time, value }) => reading(time, value, fields));
  let dataSetId = '';
  for (let start = 0; start < records.length; start += 1000)
    dataSetId = await uploadedReadings(person, records.slice(start, start + 1000));
  const isMeter = (fields as { type?: string }).type === 'smbg';
  if (sent.length > 0) await recomputed(server, person, isMeter ? 'bgm' : 'cgm');
  return dataSetId;
}

/** What the graph says of patients in an interval. */
export const intervalFigures = `patients withData noData unknown measured reachingGoal withIndicator timeInVeryLow timeInAnyLow
  timeInTarget timeInAnyHigh timeInVeryHigh averageGlucose mgdL: averageGlucose(units: MG_DL) glucoseManagementIndicator`;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
const close = (values: readonly number[]): unknown =>
  values.length === 0 ? null : expect.closeTo(mean(values), 9);

const indicator = (average: number): number =>
  Math.round((0.09148 * (12.71 + 4.70587 * average) + 2.152) * 10) / 10;

/** The figures of some people in an interval, computed here from what they sent; those of nobody have no means. */
export function figuresOfInterval(people: readonly (readonly Sent[])[], from: number, to: number): object {
  const within = people.map((sent) => sent.filter(({ time }) => time >= from && time < to));
  const measured = within.filter((sent) => sent.length * 5 > 1440);
  const elapsed = (Math.min(to, Date.now()) - from) / minute;
  const worn = within.filter((sent) => sent.length * 5 > 0.7 * elapsed);
  const averages = measured.map((sent) => mean(sent.map(({ value }) => value)));
  const shares = (test: (value: number) => boolean) =>
    measured.map((sent) => sent.filter(({ value }) => test(value)).length / sent.length);
  const inTarget = shares((value) => value >= 3.9 && value <= 10);
  return {
    withData: within.filter((sent) => sent.length > 0).length,
    measured: measured.length,
    reachingGoal: inTarget.filter((share) => share >= 0.7).length,
    withIndicator: worn.length,
    timeInVeryLow: close(shares((value) => value < 3)),
    timeInAnyLow: close(shares((value) => value < 3.9)),
    timeInTarget: close(inTarget),
    timeInAnyHigh: close(shares((value) => value > 10)),
    timeInVeryHigh: close(shares((value) => value > 13.9)),
    averageGlucose: close(averages),
    mgdL: close(averages.map((average) => average * 18.01559)),
    glucoseManagementIndicator: close(worn.map((sent) => indicator(mean(sent.map(({ value }) => value))))),
  };
}
