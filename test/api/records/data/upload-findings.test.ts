import type { Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, food, smbg, wizard, type SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

let person: Person;
let dataSetId: string;
beforeAll(async () => {
  person = await newPerson(server);
  dataSetId = await person.openedContinuous();
});

const refusalOf = async (records: unknown) => {
  const refused = await person.upload(dataSetId, records);
  expect(refused.status).toBe(400);
  return refused;
};

describe('a batch with an invalid record', () => {
  it('is not stored', async () => {
    await person.uploaded(dataSetId, [cbg({ id: 'kept'.padEnd(32, '0'), origin: { id: 'o' } })]);
    const before = await person.records();
    const records = Array.from({ length: 999 }, (_, index) => cbg({ time: at(index), origin: { id: 'o' } }));
    records[0]!.id = 'kept'.padEnd(32, '0');
    const refused = await refusalOf([...records, cbg({ value: 'much' })]);
    expect(formatFindings(refused)).toEqual(['type-not-float64 /999/value']);
    expect(await person.records()).toEqual(before);
  });

  it('gets every finding, with a pointer to the field, in body order', async () => {
    const refused = await refusalOf([
      cbg({ value: 55.1 }),
      cbg(),
      basal({ deliveryType: 'temp', rate: -1, duration: 604_800_001 }),
      bolus({ subType: 'dual/square', extended: 1, duration: 1, normal: 101, expectedExtended: 0.5 }),
      food({ notes: ['', 'x'.repeat(1001)] }),
      wizard({ bolus: bolus({ normal: 101 }) }),
    ]);
    expect(formatFindings(refused).sort()).toEqual(
      [
        'value-out-of-range /0/value',
        'value-out-of-range /2/duration',
        'value-out-of-range /2/rate',
        'value-out-of-range /3/extended',
        'value-not-exists /3/expectedDuration',
        'value-out-of-range /3/normal',
        'value-empty /4/notes/0',
        'length-out-of-range /4/notes/1',
        'value-out-of-range /5/bolus/normal',
      ].sort(),
    );
    const indexes = formatFindings(refused).map((finding) => Number(finding.split('/')[1]));
    expect(indexes).toEqual([...indexes].sort());
  });

  it('gets the type of the record', async () => {
    const refused = await refusalOf([
      cbg({ value: -1 }),
      basal({ rate: -1 }),
      bolus({ normal: -1 }),
      wizard({ bolus: bolus({ normal: -1 }) }),
    ]);
    expect(refused.body.errors.map(({ meta }: { meta: object }) => meta)).toEqual([
      { type: 'cbg' },
      { type: 'basal', deliveryType: 'scheduled' },
      { type: 'bolus', subType: 'normal' },
      { type: 'wizard' },
    ]);
  });

  it('gets a response in the format that uploaders read', async () => {
    const { body } = await refusalOf([cbg({ value: -1 })]);
    expect(body).toEqual({
      code: 400,
      message: expect.stringMatching(/.+/),
      errors: [
        {
          code: 'value-out-of-range',
          title: 'value is out of range',
          detail: expect.stringMatching(/.+/),
          source: { pointer: '/0/value' },
          meta: { type: 'cbg' },
        },
      ],
      meta: { trace: { request: expect.any(String) } },
    });
  });

  it('gets only the findings about types if there are any', async () => {
    const valueProblems = [cbg({ value: -1 }), food({ notes: [''] })];
    const shapeProblems = [cbg({ value: '5' }), cbg({ time: '2024-05-06' }), { type: 'nothing' }, {}, 7];
    const refused = await refusalOf([...valueProblems, ...shapeProblems]);
    expect(formatFindings(refused)).toEqual([
      'type-not-float64 /2/value',
      'value-not-parsable /3/time',
      'value-not-allowed /4/type',
      'value-not-exists /5/type',
      'type-not-object /6',
    ]);
  });

  it('says how many findings there are, and lists the first 1,000', async () => {
    const wrongShapes = Array.from({ length: 1_500 }, () => cbg({ value: 'x' }));
    const refused = await refusalOf(wrongShapes);
    expect(formatFindings(refused)).toHaveLength(1_000);
    expect(refused.body.message).toMatch(/\(and 1499 more\)$/);
    const wrongValues = Array.from({ length: 600 }, () => cbg({ value: -1, notes: [''] }));
    const refusedValues = await refusalOf(wrongValues);
    expect(formatFindings(refusedValues)).toHaveLength(1_000);
    expect(refusedValues.body.message).toMatch(/\(and 1199 more\)$/);
  });

  it('says where a device id is missing, in embedded records too', async () => {
    const hashing = { deviceId: 'd', deduplicator: deduplicator('device.deactivate.hash') };
    const refused = await person.upload(await person.opened(hashing), [
      wizard({ deviceId: 'd', bolus: bolus() }),
      cbg({ deviceId: 'd' }),
      smbg({ subType: 'manual' }),
    ]);
    expect(formatFindings(refused)).toEqual([
      'value-not-exists /0/bolus/deviceId',
      'value-not-exists /2/deviceId',
    ]);
    expect(refused.body.errors.map(({ meta }: Json) => meta)).toEqual([{ type: 'wizard' }, { type: 'smbg' }]);
  });

  it('says which record is too large to be stored', async () => {
    const large = bolus({ deviceId: 'x'.repeat(5_000_000) });
    const refused = await refusalOf([cbg(), wizard({ bolus: large })]);
    expect(formatFindings(refused)).toEqual(['size-out-of-range /1/bolus']);
    expect(refused.body.errors[0].meta).toEqual({ type: 'wizard' });
  });

  it('says where the first segment of a day must begin', async () => {
    const basalSchedule = [{ start: 5, rate: 1 }];
    const refused = await refusalOf([
      { type: 'pumpSettings', time: at(0), activeSchedule: 'a', basalSchedule },
    ]);
    expect(formatFindings(refused)).toEqual(['value-out-of-range /0/basalSchedule/0/start']);
    expect(refused.body.errors[0].detail).toBe('The first segment must begin at 0, not at 5.');
  });
});

const zeroTime = '0001-01-01T00:00:00Z';
const notATime = '"2024-05-06" is not an RFC 3339 time with a zone.';

describe('the common fields of all records', () => {
  it.each<[SentRecord, string]>([
    [{ type: undefined }, 'value-not-exists /0/type'],
    [{ type: null }, 'value-not-exists /0/type'],
    [{ type: 'upload' }, 'value-not-allowed /0/type'],
    [{ type: 'CBG' }, 'value-not-allowed /0/type'],
    [{ type: 5 }, 'type-not-string /0/type'],
    [{ time: undefined }, 'value-not-exists /0/time'],
    [{ time: null }, 'value-not-exists /0/time'],
    [{ time: 1_700_000_000_000 }, 'type-not-time /0/time'],
    [{ time: '2024-05-06T07:08:09' }, 'value-not-parsable /0/time'],
    [{ time: '2024-05-06 07:08:09Z' }, 'value-not-parsable /0/time'],
    [{ time: '2024-02-30T07:08:09Z' }, 'value-not-parsable /0/time'],
    [{ time: '2024-05-06T24:00:00Z' }, 'value-not-parsable /0/time'],
    [{ time: '2024-05-06T23:59:60Z' }, 'value-not-parsable /0/time'],
    [{ time: '2024-05-06T07:08:09.Z' }, 'value-not-parsable /0/time'],
    [{ time: zeroTime }, 'value-empty /0/time'],
    [{ id: '' }, 'value-empty /0/id'],
    [{ id: 'A'.repeat(32) }, 'value-not-valid /0/id'],
    [{ id: 'a'.repeat(33) }, 'value-not-valid /0/id'],
    [{ deviceId: '' }, 'value-empty /0/deviceId'],
    [{ deviceTime: '2024-05-06T07:08:09Z' }, 'value-not-valid /0/deviceTime'],
    [{ clockDriftOffset: 86_400_001 }, 'value-out-of-range /0/clockDriftOffset'],
    [{ conversionOffset: 0.5 }, 'type-not-int /0/conversionOffset'],
    [{ timezone: 'europe/berlin' }, 'value-not-valid /0/timezone'],
    [{ timezoneOffset: -10_081 }, 'value-out-of-range /0/timezoneOffset'],
    [{ source: 'clipboard' }, 'value-out-of-range /0/source'],
    [{ tags: [] }, 'value-empty /0/tags'],
    [{ tags: ['a', 'b', 'a'] }, 'value-duplicate /0/tags/2'],
    [{ tags: ['x'.repeat(101)] }, 'length-out-of-range /0/tags/0'],
    [{ notes: Array.from({ length: 101 }, () => 'x') }, 'length-out-of-range /0/notes'],
    [{ notes: 'x' }, 'type-not-array /0/notes'],
    [{ origin: { id: '' } }, 'value-empty /0/origin/id'],
    [{ origin: { id: 'x'.repeat(101) } }, 'length-out-of-range /0/origin/id'],
    [{ origin: { type: 'person' } }, 'value-not-allowed /0/origin/type'],
    [{ origin: { time: '2024-05-06' } }, 'value-not-valid /0/origin/time'],
    [{ payload: {} }, 'value-empty /0/payload'],
    [{ payload: { a: 'x'.repeat(4089) } }, 'size-out-of-range /0/payload'],
    [{ payload: [] }, 'type-not-object /0/payload'],
    [{ annotations: [{ a: 1 }, { a: 1 }] }, 'value-duplicate /0/annotations/1'],
    [{ associations: [{ type: 'datum', reason: 'r' }] }, 'value-not-exists /0/associations/0/id'],
    [{ associations: [{ type: 'url', url: '/relative' }] }, 'value-not-valid /0/associations/0/url'],
    [
      { associations: [{ type: 'url', url: 'https://a.org/\tb\n' }] },
      'value-not-valid /0/associations/0/url',
    ],
    [{ location: {} }, 'values-not-exist-for-any /0/location'],
  ])('%j is refused', async (fields, finding) => {
    expect(formatFindings(await refusalOf([cbg(fields)]))).toEqual([finding]);
  });

  it.each<[SentRecord, string, string]>([
    [{ time: '2024-05-06' }, 'value-not-parsable', notATime],
    [{ origin: { time: zeroTime } }, 'value-empty', `"${zeroTime}" counts as empty.`],
    [{ origin: { time: '2024-05-06' } }, 'value-not-valid', notATime],
  ])('%j is refused with the code %s and the reason %j', async (fields, code, detail) => {
    expect((await refusalOf([cbg(fields)])).body.errors).toMatchObject([{ code, detail }]);
  });

  it.each(['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59.999-10:00'])(
    'include no time in other years: %s',
    async (time) => {
      expect((await refusalOf([cbg({ time })])).body.errors).toMatchObject([
        { code: 'value-not-parsable', detail: `"${time}" is not in the years 1 to 9999 (in UTC).` },
      ]);
    },
  );

  it('are returned as sent', async () => {
    const sent = {
      id: 'upid_0123456789ab',
      deviceId: 'Sensor: 7 ä',
      deviceTime: '2024-05-06T09:08:09',
      timezone: 'Europe/Berlin',
      timezoneOffset: 120,
      clockDriftOffset: -5,
      conversionOffset: 9_007_199_254_740_991,
      origin: {
        id: 'origin 😀',
        name: 'n',
        version: 'v',
        type: 'device',
        time: '2024-05-06T09:08:09.1234567+02:00',
        payload: { deep: [{ a: null }] },
      },
      source: 'carelink',
      notes: ['same', 'same', '𝓍'.repeat(1000)],
      location: { name: 'home' },
      annotations: [{ code: 'one' }, { code: 'two', more: [1] }],
      associations: [{ type: 'url', url: 'https://example.org/a?b=c', reason: 'r' }],
      payload: { 'a~/"b': 'x'.repeat(4081) },
    };
    const id = await person.openedContinuous();
    await person.uploaded(id, [cbg({ ...sent, tags: ['b', 'ä', 'B', '😀', 'a'] })]);
    const [stored] = await person.records(`uploadId=${id}&type=cbg`);
    expect(stored).toEqual({
      ...cbg(sent),
      tags: ['B', 'a', 'b', 'ä', '😀'],
      uploadId: id,
    });
  });

  it('are absent if null, and unknown ones are dropped', async () => {
    const id = await person.openedContinuous();
    const ignored = {
      ...{ uploadId: 'another', guid: 'g', createdTime: 'then', createdUserId: 'u', archivedTime: 5 },
      ...{ archivedDatasetId: [], deletedTime: {}, deduplicator: { hash: 'h' }, index: 7, previous: {} },
      ...{ _active: true, _userId: 'somebody' },
    };
    await person.uploaded(id, [cbg({ deviceId: null, notes: null, payload: null, trend: null, ...ignored })]);
    await person.uploaded(id, [cbg({ time: at(1), notes: [], annotations: [] })]);
    const stored = await person.records(`uploadId=${id}&type=cbg`);
    const keys = ['id', 'time', 'type', 'units', 'uploadId', 'value'];
    expect(stored.map((record) => Object.keys(record).sort())).toEqual([keys, keys]);
    expect(stored.map(({ uploadId }) => uploadId)).toEqual([id, id]);
  });
});
