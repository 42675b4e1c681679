import { demoRecords, type DemoBatch, type DemoOptions } from '../../../src/demo/records';
import { demoPeople } from '../../../src/demo/people';
import type { DemoPerson } from '../../../src/demo/person';
import type { WireRecord } from '../../../src/demo/wire-records';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** A Wednesday in summer, on the five-minute grid. */
export const from = new Date('2026-07-01T06:00:00Z');

/** Default options of these tests, with overrides. */
export const optionsWith = (changes: Partial<DemoOptions> = {}): DemoOptions => ({
  from,
  days: 7,
  seed: 'demo',
  batchSize: 1000,
  ...changes,
});

export const batchesOf = (person: DemoPerson, changes?: Partial<DemoOptions>): DemoBatch[] => [
  ...demoRecords(person, optionsWith(changes)),
];

const made = new Map<string, WireRecord[]>();

/** All records of some types, by device in order; generated once per test file. */
export function recordsOf(
  person: DemoPerson,
  changes?: Partial<DemoOptions>,
  types?: readonly string[],
): WireRecord[] {
  const name = JSON.stringify([person, changes]);
  const records = made.get(name) ?? batchesOf(person, changes).flatMap((batch) => batch.records);
  made.set(name, records);
  return types ? records.filter(({ type }) => types.includes(type)) : records;
}

export const instantOf = (record: WireRecord): number => Date.parse(record.time);

export const peopleWith = (therapy: DemoPerson['therapy']): DemoPerson[] =>
  demoPeople.filter((person) => person.therapy === therapy);

/** The person with a key. */
export function personCalled(key: string): DemoPerson {
  const person = demoPeople.find((one) => one.key === key);
  if (!person) throw new Error(`Nobody is called ${key}`);
  return person;
}
