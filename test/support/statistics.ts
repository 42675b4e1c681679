import { api, type Json } from './api';
import { accepted } from './clinics';
import type { Person } from './person';
import type { SentRecord } from './records';
import type { ServerUnderTest } from './server';
import type { SentReading } from './statistics-definitions';
import { minute } from './summaries';

export const share = '{ share minutes records }';
const figures = `records minutes wear mean standardDeviation coefficientOfVariation min max
  ${[
    'VeryLow',
    'Low',
    'Target',
    'High',
    'VeryHigh',
    'ExtremeHigh',
    'AnyLow',
    'AnyHigh',
    'TightRange',
    'PregnancyRange',
  ]
    .map((name) => `in${name} ${share}`)
    .join(' ')}`;
export const episodes = '{ count perDay averageMinutes }';
const everything = `from to timezone units isSufficient glucoseManagementIndicator glycemiaRiskIndex ${figures}
  lowEpisodes ${episodes} veryLowEpisodes ${episodes} highEpisodes ${episodes} veryHighEpisodes ${episodes}
  extendedLowEpisodes ${episodes} extendedHighEpisodes ${episodes}
  byHour { hour ${figures} } byDay { date ${figures} }`;
const declared =
  '$id: ID!, $from: DateTime!, $to: DateTime!, $timezone: String, $units: GlucoseUnits, $targets: GlucoseTargetsInput';
const given = 'from: $from, to: $to, timezone: $timezone, units: $units, targets: $targets';

/** From an instant on, up to another one. */
export interface Range {
  from: number;
  to: number;
}

export const iso = (time: number) => new Date(time).toISOString();

/** Asks for statistics in somebody's own name. */
export const asked = (
  server: ServerUnderTest,
  person: Person,
  { from, to }: Range,
  variables: object = {},
  fields = everything,
) =>
  api(server).graph(`query (${declared}) { user(id: $id) { glucoseStatistics(${given}) { ${fields} } } }`, {
    token: person.token,
    variables: { id: person.userId, from: iso(from), to: iso(to), units: 'MMOL_L', ...variables },
  });

/** The answer. Throws when the server refuses. */
export const statistics = async (...question: Parameters<typeof asked>): Promise<Json> =>
  accepted(await asked(...question)).data.user.glucoseStatistics;

/** A reading as a record. */
export const sent = ({ time, mgdL, minutes }: SentReading, fields: SentRecord = {}): SentRecord => ({
  ...{ type: 'cbg', units: 'mg/dL', time: iso(time), value: mgdL },
  sampleInterval: minutes * minute,
  ...fields,
});

/** Days of a sensor that a person wears with gaps, ending with an hour; the same number gives the same ones. */
export function worn(end: number, days: number, seed: number): SentReading[] {
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let [mgdL, silent] = [140, 0];
  return Array.from({ length: days * 288 }, (_, index) => end - (days * 288 - index) * 5 * minute).flatMap(
    (time) => {
      const pull = (150 - mgdL) * 0.02;
      mgdL = Math.min(400, Math.max(40, Math.round(mgdL + pull + (random() - 0.5) * 32)));
      if (silent > 0) silent -= 1;
      else if (random() < 0.01) silent = Math.floor(random() * 40);
      return silent > 0 ? [] : [{ time, mgdL, minutes: 5 }];
    },
  );
}
