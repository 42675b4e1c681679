import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get } = api(server);

type Type = 'cgm' | 'bgm';
type Figures = Record<string, number>;

const periods = ['1d', '7d', '14d', '30d'] as const;
const ranges = ['Low', 'VeryLow', 'AnyLow', 'High', 'VeryHigh', 'ExtremeHigh', 'AnyHigh', 'Target'];

/** Figures whose presence is shown by a flag. */
const flagged: Record<Type, string[]> = {
  bgm: [
    'averageGlucoseMmol',
    'totalRecords',
    'averageDailyRecords',
    ...ranges.flatMap((range) => [`timeIn${range}Percent`, `timeIn${range}Records`]),
  ],
  cgm: ['timeCGMUsePercent', 'glucoseManagementIndicator', ...ranges.map((range) => `timeIn${range}Minutes`)],
};
flagged.cgm.push(...flagged.bgm);

const plain: Record<Type, string[]> = {
  bgm: ['standardDeviation', 'coefficientOfVariation', 'min', 'max'],
  cgm: ['standardDeviation', 'coefficientOfVariation', 'min', 'max', 'hoursWithData', 'daysWithData'],
};

/** Common fields of every period. */
const required = [...plain.cgm, ...plain.cgm.map((name) => `${name}Delta`)];

const figuresOf = (type: Type): string[] =>
  [...flagged[type], ...plain[type]].flatMap((name) => [name, `${name}Delta`]);

const dates = ['lastData', 'firstData', 'lastUploadDate', 'outdatedSince'];

const isWhole = (name: string): boolean =>
  /(Minutes|Records|WithData)(Delta)?$/.test(name) && !name.startsWith('averageDaily');

/** Fields that lists filter only by whole numbers, although one of them may have fractions. */
const takesWhole = (type: Type, name: string): boolean =>
  isWhole(name) || `${type}.${name}` === 'bgm.averageDailyRecordsDelta';

/** A patient as known to the test. */
interface Known {
  id: string;
  dates: Record<Type, Record<string, string> | undefined>;
  figures: Record<Type, Partial<Record<string, Figures>> | undefined>;
}

/** Reproducible pseudo-random numbers with a small range, so that some are equal. */
let seed = 7;
const next = (below: number): number => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};

const isThere = (): boolean => next(4) > 0;

function someFigures(type: Type): Figures {
  const names = figuresOf(type).filter((name) => required.includes(name) || isThere());
  const valueOf = (name: string): number =>
    (isWhole(name) ? next(4) : next(40) / 10) - (name.endsWith('Delta') ? 2 : 0);
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

let clinic: TestClinic;
const patients: Known[] = [];

/** The summary of a type that is known of a patient, and the same as it is sent. */
function someSummary(type: Type) {
  const figures = Object.fromEntries(
    periods.flatMap((period) => (isThere() ? [[period, someFigures(type)]] : [])),
  ) as Record<string, Figures>;
  const known = Object.fromEntries(
    dates.flatMap((name) => (isThere() ? [[name, `2024-05-0${1 + next(6)}T00:00:00.000Z`]] : [])),
  ) as Record<string, string>;
  const sent = Object.fromEntries(
    Object.entries(figures).map(([period, values]) => [period, periodWith(type, values)]),
  );
  return { figures, known, stats: statsWith(sent, known, (type === 'cgm' ? 'a' : 'b').repeat(24)) };
}

async function somePatient(): Promise<Known> {
  const { id } = await newPatient(server, clinic, { fullName: `Patient ${next(99)}` });
  const patient: Known = {
    id,
    dates: { cgm: undefined, bgm: undefined },
    figures: { cgm: undefined, bgm: undefined },
  };
  const told: Record<string, object> = {};
  for (const type of ['cgm', 'bgm'] as const) {
    if (!isThere()) continue;
    const { figures, known, stats } = someSummary(type);
    patient.figures[type] = figures;
    patient.dates[type] = known;
    told[`${type}Stats`] = stats;
  }
  if (Object.keys(told).length > 0) await tellSummary(server, id, told);
  return patient;
}

beforeAll(async () => {
  clinic = await newClinic(server);
  for (let index = 0; index < 14; index += 1) patients.push(await somePatient());
}, 120_000);

const list = async (query: string): Promise<string[]> =>
  accepted(await get(`${clinic.path}/patients?limit=100&${query}`, { token: clinic.admin.token })).data.map(
    ({ id }: Json) => id,
  );

/** The primary sort key: 0 with the value, 1 with a summary only, whatever its periods, 2 without. */
function valueOf(
  patient: Known,
  type: Type,
  name: string,
  period: string,
): [rank: number, value: number | string] {
  if (dates.includes(name)) {
    const known = patient.dates[type];
    if (!known) return [2, 0];
    return known[name] === undefined ? [1, 0] : [0, known[name]];
  }
  const known = patient.figures[type];
  if (!known) return [2, 0];
  const value = known[period]?.[name];
  return value === undefined ? [1, 0] : [0, value];
}

function inOrder(type: Type, name: string, period: string, direction: 1 | -1): string[] {
  const ranked = patients.map((patient, place) => ({
    place,
    id: patient.id,
    key: valueOf(patient, type, name, period),
  }));
  const compare = (one: number | string, other: number | string): number =>
    one < other ? -1 : one > other ? 1 : 0;
  ranked.sort(
    ({ key: [rank, value], place }, { key: [otherRank, otherValue], place: otherPlace }) =>
      rank - otherRank || compare(value, otherValue) * direction || place - otherPlace,
  );
  return ranked.map(({ id }) => id);
}

const fields = (['cgm', 'bgm'] as const).flatMap((type) =>
  [...dates, ...figuresOf(type)].map((name, index) => ({
    type,
    name,
    period: periods[index % 4] ?? '14d',
    index,
  })),
);

describe('every field of the summaries', () => {
  it('sorts the list: patients with a value first in both directions, then by creation', async () => {
    for (const { type, name, period, index } of fields) {
      const direction = index % 3 === 0 ? 1 : -1;
      const sort = `${direction === 1 ? '%2B' : '-'}${name}`;
      const found = await list(`sort=${sort}&sortType=${type}&period=${period}`);
      expect([type, name, period, found]).toEqual([
        type,
        name,
        period,
        inOrder(type, name, period, direction),
      ]);
    }
  }, 120_000);

  it.each(['timeInTargetPercent', 'lastData', 'min', 'totalRecordsDelta'])(
    'sorts it for every period and type, with pages matching the whole: %s',
    async (name) => {
      for (const type of ['cgm', 'bgm'] as const) {
        for (const period of periods) {
          for (const direction of [1, -1] as const) {
            const query = `sort=${direction === 1 ? '%2B' : '-'}${name}&sortType=${type}&period=${period}`;
            const pages = await Promise.all(
              [0, 4, 8, 12].map((offset) => list(`${query}&limit=4&offset=${offset}`)),
            );
            const whole = inOrder(type, name, period, direction);
            expect([query, pages.flat()]).toEqual([query, whole]);
          }
        }
      }
    },
    120_000,
  );

  it('filters the list by itself alone, and only patients with a value', async () => {
    for (const { type, name, period, index } of fields.filter((field) => !dates.includes(field.name))) {
      const known = patients.flatMap(({ id, figures }) => {
        const value = figures[type]?.[period]?.[name];
        return value === undefined ? [] : [{ id, value }];
      });
      const some = known[index % known.length]?.value ?? 0;
      const middle = takesWhole(type, name) ? Math.round(some) : some;
      const holds = [
        (value: number) => value > middle,
        (value: number) => value >= middle,
        (value: number) => value < middle,
        (value: number) => value <= middle,
      ][index % 4];
      const comparison = ['>', '>=', '<', '<='][index % 4] ?? '';
      const query = `${type}.${name}=${encodeURIComponent(`${comparison}${middle}`)}&period=${period}`;
      const found = await list(query);
      const expected = known.filter(({ value }) => holds?.(value)).map(({ id }) => id);
      expect([query, found.sort()]).toEqual([query, expected.sort()]);
    }
  }, 120_000);

  it('accepts only whole numbers where the value is one', async () => {
    for (const { type, name } of fields.filter((field) => !dates.includes(field.name))) {
      const { status } = await get(`${clinic.path}/patients?${type}.${name}=%3E1.5`, {
        token: clinic.admin.token,
      });
      expect([type, name, status]).toEqual([type, name, takesWhole(type, name) ? 400 : 200]);
    }
  }, 120_000);
});
