import fc from 'fast-check';
import { api, type Answer } from '../../support/api';
import { deduplicator, newPerson, type Person } from '../../support/person';
import { at, basal, bolus, cbg, food, wizard } from '../../support/records';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);

const id = (letter: string): string => letter.repeat(32);

/** A batch of several types with something in most of the places where something can be wrong. */
const batch = [
  cbg({
    id: id('a'),
    origin: { id: 'a', payload: { deep: [1, { two: null }] } },
    trend: 'constant',
    sampleInterval: 300_000,
  }),
  wizard({ id: id('b'), bgInput: 120, bgTarget: { target: 100 }, bolus: bolus({ id: id('c') }) }),
  basal({
    id: id('d'),
    deliveryType: 'temp',
    suppressed: { type: 'basal', deliveryType: 'scheduled', rate: 1 },
  }),
  food({
    id: id('e'),
    notes: ['note'],
    tags: ['b', 'a'],
    annotations: [{ code: 'x' }],
    timezone: 'Europe/Berlin',
  }),
  {
    ...{
      id: id('f'),
      type: 'pumpSettings',
      time: at(0),
      activeSchedule: 's',
      units: { bg: 'mg/dL', carb: 'grams' },
    },
    basalSchedules: { s: [{ start: 0, rate: 1 }] },
    bgTargets: { s: [{ start: 0, low: 80, high: 120 }] },
  },
];

const dataSet = {
  client: { name: 'app', version: '1', private: { a: [1] } },
  deduplicator: deduplicator('dataset.delete.origin'),
  deviceId: 'd',
  deviceManufacturers: ['b', 'a'],
  deviceTags: ['bgm'],
  time: at(0),
  timezone: 'Europe/Berlin',
  timezoneOffset: 60,
  version: '1.2.3',
};

type Path = (string | number)[];

/** Every place of a JSON value, the whole of it too. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => placesOf((value as Record<string, unknown>)[key], [...path, key]))];
}

/** A name where an index is due makes an object of an array: the name may be `length`. */
function replacedAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const before = (value as Record<string, unknown> | null | undefined)?.[key];
  const member = replacedAt(before, rest, by);
  if (Array.isArray(value) && typeof key === 'number') return value.with(key, member);
  return Object.fromEntries([...Object.entries(value ?? {}), [String(key), member]]);
}

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    ...[
      -0,
      1e308,
      -1e308,
      5e-324,
      2 ** 53,
      -(2 ** 63),
      0.1,
      '',
      ' ',
      '\u0000',
      '\ud800',
      '😀',
      '𝓍'.repeat(5_000),
    ],
    ...['2024-05-06', '9999-12-31T23:59:59.999999999Z', '0001-01-01T00:00:00Z', '2024-05-06T07:08:09+23:59'],
    ...['__proto__', 'constructor', "'; DROP TABLE records; --", '%', id('z'), id('é'), '1e999'],
    ...[{ __proto__: null, constructor: 1 }, { toString: 1 }, [], [[]], {}, [null], Array(200).fill(1)],
  ),
);

/** A body with a value in it exchanged, a key added, or bytes cut off, doubled or exchanged. */
const changedBody = (body: unknown): fc.Arbitrary<Buffer> => {
  const places = placesOf(body);
  const place = fc.constantFrom(...places);
  const json = fc.oneof(
    fc.tuple(place, oddValue).map(([path, value]) => replacedAt(body, path, value)),
    fc
      .tuple(place, fc.string({ unit: 'binary' }), oddValue)
      .map(([path, key, value]) => replacedAt(body, [...path, key], value)),
    fc
      .tuple(place, place, oddValue, oddValue)
      .map(([one, other, value, second]) =>
        one.length < other.length
          ? replacedAt(body, one, value)
          : replacedAt(replacedAt(body, one, value), other, second),
      ),
  );
  const text = JSON.stringify(body);
  const cut = fc
    .tuple(fc.nat(text.length), fc.nat(text.length))
    .map(([from, to]) => text.slice(Math.min(from, to), Math.max(from, to)));
  const bytes = fc
    .tuple(fc.nat(text.length - 1), fc.uint8Array({ maxLength: 4 }))
    .map(([index, inserted]) =>
      Buffer.concat([Buffer.from(text.slice(0, index)), inserted, Buffer.from(text.slice(index))]),
    );
  return fc.oneof(
    { weight: 8, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          cut,
          cut.map((part) => text + part),
        )
        .map((each) => Buffer.from(each)),
    },
    { weight: 1, arbitrary: bytes },
  );
};

/** A refusal is one of the statuses of a caller's mistake, in the form of the area. */
function expectRefusal({ status, body }: Answer): void {
  expect([400, 409, 413]).toContain(status);
  expect(body).toMatchObject({ code: status, message: expect.stringMatching(/.+/) });
  expect(body.errors.length).toBeGreaterThan(0);
  for (const { code, title, detail } of body.errors) {
    for (const text of [code, title, detail]) expect(text).toMatch(/.+/);
  }
}

describe('whatever is sent', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
  });

  it('an upload is stored whole or refused, and then changes nothing', async () => {
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    await person.uploaded(dataSetId, batch);
    let before = await person.read();
    await fc.assert(
      fc.asyncProperty(changedBody(batch), async (raw) => {
        const answer = await post(`/v1/data_sets/${dataSetId}/data`, { token: person.token, raw });
        const after = await person.read();
        expect(after.status).toBe(200);
        if (answer.status === 200) {
          expect(answer.body.data).toEqual([]);
          before = after;
        } else {
          expectRefusal(answer);
          expect(after.text).toBe(before.text);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('a data set is created or refused, and then there is none', async () => {
    const count = async () => (await person.records('type=upload')).length;
    let expected = await count();
    await fc.assert(
      fc.asyncProperty(changedBody({ ...dataSet, dataSetType: 'continuous' }), async (raw) => {
        const answer = await post(`/v1/users/${person.userId}/data_sets`, { token: person.token, raw });
        if (answer.status !== 201) expectRefusal(answer);
        else if (answer.body.data.dataSetType === 'continuous') expected += 1;
        expect(await count()).toBe(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('a query is answered or refused', async () => {
    const name = fc.constantFrom(
      ...[
        'type',
        'subType',
        'deviceId',
        'uploadId',
        'startDate',
        'endDate',
        'latest',
        'carelink',
        'medtronic',
      ],
      ...['cbgFilter', 'dexcom', 'sampleIntervalMinimum', 'dosingDecision.reason', 'page', 'size', 'deleted'],
    );
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
      fc.string(),
      fc.constantFrom(
        'true',
        '1',
        'cbg',
        '2024-05-06T00:00:00Z',
        '%00',
        '%ED%A0%80',
        '%',
        '99999999999999999999',
      ),
    );
    const query = fc
      .array(fc.tuple(name, value), { maxLength: 4 })
      .map((pairs) => pairs.map(([key, text]) => `${key}=${text.replaceAll('#', '')}`).join('&'));
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        for (const path of [`/data/${person.userId}`, `/v1/users/${person.userId}/data_sets`]) {
          const answer = await get(`${path}?${text}`, { token: person.token });
          if (answer.status === 200) expect(Array.isArray(answer.body)).toBe(true);
          else expectRefusal(answer);
        }
      }),
      { numRuns: 200 },
    );
  });
});
