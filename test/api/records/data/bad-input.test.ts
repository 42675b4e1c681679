import fc from 'fast-check';
import { api, type Answer } from '../../../support/api';
import { changedBody } from '../../../support/changed-bodies';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, food, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { runs } from '../../../support/runs';

const server = serverUnderTest();
const { get, post } = api(server);

const id = (letter: string): string => letter.repeat(32);

/** A batch of several types with a field in most places that can be invalid. */
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

/** A refusal has a client error status, in the format of the area. */
function expectRefusal({ status, body }: Answer): void {
  expect([400, 409, 413]).toContain(status);
  expect(body).toMatchObject({ code: status, message: expect.stringMatching(/.+/) });
  expect(body.errors.length).toBeGreaterThan(0);
  for (const { code, title, detail } of body.errors) {
    for (const text of [code, title, detail]) expect(text).toMatch(/.+/);
  }
}

describe('for any input,', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
  });

  it('an upload is stored completely or refused, and then changes nothing', async () => {
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
      { numRuns: runs(150, 600) },
    );
  });

  it('a data set is created, or refused without a trace', async () => {
    const count = async () => (await person.records('type=upload')).length;
    let expected = await count();
    await fc.assert(
      fc.asyncProperty(changedBody({ ...dataSet, dataSetType: 'continuous' }), async (raw) => {
        const answer = await post(`/v1/users/${person.userId}/data_sets`, { token: person.token, raw });
        if (answer.status !== 201) expectRefusal(answer);
        else if (answer.body.data.dataSetType === 'continuous') expected += 1;
        expect(await count()).toBe(expected);
      }),
      { numRuns: runs(100, 400) },
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
      { numRuns: runs(50, 200) },
    );
  });
});
