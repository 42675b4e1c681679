import { prepareBatch } from '../../../../support/prepare-batch';
import { alarm, bolus, cbg, contentOf, findingsOf, food, problemsOf, recordsOf, wizard } from './prepared';

const status = {
  type: 'deviceEvent',
  subType: 'status',
  time: '2024-05-06T07:08:09Z',
  status: 'suspended',
  reason: { suspended: 'automatic' },
};

describe('the body of a batch', () => {
  it.each([[null], [[]], [[null]], [[null, null]]])('may contain no record: %j', (body) => {
    expect(prepareBatch(body)).toEqual({ records: [] });
  });

  it.each([[{}], ['text'], [5], [true], [undefined]])('must be an array, not %j', (body) => {
    const [finding, ...others] = findingsOf(body);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'json-malformed' });
    expect(finding).not.toHaveProperty('pointer');
  });

  it('keeps the place of records after nulls', () => {
    expect(recordsOf(null, cbg, null, food).map(({ place, type }) => [place.pointer, type])).toEqual([
      ['/1', 'cbg'],
      ['/3', 'food'],
    ]);
    expect(findingsOf([null, cbg, null, { ...cbg, value: -1 }])).toMatchObject([{ pointer: '/3/value' }]);
  });

  it.each([['text'], [7], [true], [[]], [[cbg]]])('refuses the element %j', (element) => {
    expect(findingsOf([cbg, element])).toMatchObject([{ code: 'type-not-object', pointer: '/1' }]);
  });
});

describe('the type of a record', () => {
  it.each([
    [{}, 'value-not-exists at /0/type'],
    [{ type: null }, 'value-not-exists at /0/type'],
    [{ type: 5 }, 'type-not-string at /0/type'],
    [{ type: 'CBG' }, 'value-not-allowed at /0/type'],
    [{ type: 'upload' }, 'value-not-allowed at /0/type'],
    [{ type: 'constructor' }, 'value-not-allowed at /0/type'],
    [{ type: 'basal' }, 'value-not-exists at /0/deliveryType'],
    [{ type: 'basal', subType: 'temp' }, 'value-not-exists at /0/deliveryType'],
    [{ type: 'basal', deliveryType: 'injected' }, 'value-not-allowed at /0/deliveryType'],
    [{ type: 'bolus', subType: null }, 'value-not-exists at /0/subType'],
    [{ type: 'deviceEvent', subType: 1 }, 'type-not-string at /0/subType'],
  ])('determines what else is validated: %j', (record, problem) => {
    expect(problemsOf(record)).toEqual([problem]);
  });
});

describe('the findings of a batch', () => {
  it('are only about types while any record has a wrong type', () => {
    const body = [
      { ...cbg, value: -1 },
      { ...cbg, value: 'high' },
      { ...cbg, units: 'g' },
      { ...food, time: 5 },
    ];
    expect(findingsOf(body)).toMatchObject([
      { code: 'type-not-float64', pointer: '/1/value' },
      { code: 'type-not-time', pointer: '/3/time' },
    ]);
  });

  it('are all about values if all types are right, in body order', () => {
    const body = [{ ...cbg, value: -1, sampleInterval: -1 }, { type: 'food' }, cbg, { ...cbg, units: 'g' }];
    expect(findingsOf(body)).toMatchObject([
      { code: 'value-out-of-range', pointer: '/0/value' },
      { code: 'value-out-of-range', pointer: '/0/sampleInterval' },
      { code: 'value-not-exists', pointer: '/1/time' },
      { code: 'value-not-allowed', pointer: '/3/units' },
    ]);
  });

  it('describe the error in words', () => {
    expect(findingsOf([{ ...cbg, units: 'mg/dL', value: 1200 }])).toEqual([
      {
        code: 'value-out-of-range',
        title: 'value is out of range',
        detail: '1200 is not between 0 and 1000.',
        pointer: '/0/value',
        meta: { type: 'cbg' },
      },
    ]);
  });

  it.each([
    [{ ...cbg, value: -1 }, { type: 'cbg' }],
    [
      { type: 'basal', deliveryType: 'temp' },
      { type: 'basal', deliveryType: 'temp' },
    ],
    [
      { ...bolus, normal: 101 },
      { type: 'bolus', subType: 'normal' },
    ],
    [{ type: 'bolus' }, { type: 'bolus' }],
    [{ type: 'smbg', subType: 'linked' }, { type: 'smbg' }],
    [{ ...wizard, bolus: { ...bolus, normal: 101 } }, { type: 'wizard' }],
    [{ ...wizard, bolus: { ...bolus, normal: 'x' } }, { type: 'wizard' }],
  ])('name the outer record: %j', (record, meta) => {
    for (const finding of findingsOf([record])) expect(finding.meta).toEqual(meta);
  });

  it('have no description of a record without a known type', () => {
    expect(findingsOf([cbg, { ...cbg, value: null, type: 'cgb' }])[0]).not.toHaveProperty('meta');
  });

  it('are limited to a thousand', () => {
    const wrongShapes = Array.from({ length: 600 }, () => ({ ...cbg, value: 'x', units: 5 }));
    const wrongValues = Array.from({ length: 600 }, () => ({ ...cbg, value: -1, trend: 'up' }));
    expect(findingsOf(wrongShapes)).toHaveLength(1000);
    expect(findingsOf(wrongValues)).toHaveLength(1000);
  });

  it('escape names within pointers', () => {
    const record = {
      type: 'pumpSettings',
      time: cbg.time,
      activeSchedule: 'a',
      basalSchedules: { 'a/b~c': [{ start: 0, rate: 101 }], '': null },
    };
    expect(problemsOf(record)).toEqual([
      'value-out-of-range at /0/basalSchedules/a~1b~0c/0/rate',
      'value-not-exists at /0/basalSchedules/',
    ]);
  });
});

describe('the fields of a record', () => {
  it('are dropped if unknown', () => {
    const origin = { name: 'app', unknown: 1 };
    const sent = { ...cbg, index: 1, guid: 'x', jaebPayload: {}, previous: null, origin };
    expect(contentOf(sent)).toEqual({
      ...cbg,
      time: '2024-05-06T07:08:09.000Z',
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      origin: { name: 'app' },
    });
  });

  it('are ignored if only the server sets them, whatever their value', () => {
    const readOnly = {
      uploadId: 5,
      deduplicator: 'x',
      createdTime: {},
      modifiedTime: [],
      archivedTime: 'never',
      deletedTime: 1,
      createdUserId: {},
      archivedDatasetId: 7,
    };
    expect(Object.keys(contentOf({ ...cbg, ...readOnly }))).toEqual(['id', 'type', 'time', 'units', 'value']);
  });

  it('are absent if null', () => {
    const sent = { ...cbg, trend: null, origin: { name: 'app', id: null, payload: null }, tags: null };
    expect(contentOf(sent)).toMatchObject({ origin: { name: 'app' } });
    expect(Object.keys(contentOf(sent))).toEqual(['id', 'type', 'time', 'origin', 'units', 'value']);
    expect(problemsOf({ ...cbg, value: null })).toEqual(['value-not-exists at /0/value']);
  });
});

describe('the parts of a prepared record', () => {
  it('are its search keys and identity', () => {
    const sent = {
      ...cbg,
      id: '0123456789abcdefghijklmnopqrstuv',
      deviceId: 'Sensor 1',
      source: 'carelink',
      sampleInterval: 300_000,
      origin: { id: 'one', time: '2024-05-06T09:08:09.5+02:00' },
    };
    expect(recordsOf(sent)[0]).toMatchObject({
      id: '0123456789abcdefghijklmnopqrstuv',
      type: 'cbg',
      time: Date.UTC(2024, 4, 6, 7, 8, 9),
      deviceId: 'Sensor 1',
      originId: 'one',
      originTime: '2024-05-06T09:08:09.5+02:00',
      source: 'carelink',
      sampleInterval: 300_000,
      identity: ['2024-05-06T07:08:09Z', 'cbg', 'mmol/L', '5.5'],
      place: { pointer: '/0', meta: { type: 'cbg' } },
    });
  });

  it('contain sub types, delivery types and reasons of decisions', () => {
    const basal = { type: 'basal', deliveryType: 'suspend', time: cbg.time, duration: 0 };
    const units = { bg: 'mg/dL', carb: 'grams', insulin: 'Units' };
    const decision = { type: 'dosingDecision', time: cbg.time, reason: 'loop', units };
    expect(recordsOf(bolus, basal, decision, status)).toMatchObject([
      { subType: 'normal', deliveryType: undefined },
      { subType: undefined, deliveryType: 'suspend' },
      { reason: 'loop' },
      { subType: 'status', reason: undefined },
    ]);
  });

  it('differ between records without an id', () => {
    const ids = recordsOf(...Array.from({ length: 600 }, () => cbg)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(600);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a record within a record', () => {
  it('is stored separately, with its id in its place', () => {
    const [outer, inner, ...others] = recordsOf(food, { ...wizard, bolus }).slice(1);
    expect(others).toEqual([]);
    expect(inner).toMatchObject({
      type: 'bolus',
      subType: 'normal',
      place: { pointer: '/1/bolus' },
      content: { normal: 1 },
    });
    expect(outer).toMatchObject({ type: 'wizard', place: { pointer: '/1' }, content: { bolus: inner?.id } });
  });

  it('keeps its id if sent', () => {
    const id = '0123456789abcdefghijklmnopqrstuv';
    expect(recordsOf({ ...alarm, status: { ...status, id } }).map((record) => record.content)).toMatchObject([
      { alarmType: 'occlusion', status: id },
      { id, status: 'suspended', reason: { suspended: 'automatic' } },
    ]);
  });

  it('may be the id of a separately sent record', () => {
    const id = 'upid_0123456789ab';
    expect(recordsOf({ ...wizard, bolus: id }).map(({ content }) => content.bolus)).toEqual([id]);
    expect(problemsOf({ ...wizard, bolus: 'no id' })).toEqual(['value-not-valid at /0/bolus']);
    expect(problemsOf({ ...wizard, bolus: '' })).toEqual(['value-empty at /0/bolus']);
  });

  it.each([
    [{ ...wizard, bolus: {} }, 'value-not-exists at /0/bolus/type'],
    [{ ...wizard, bolus: { ...bolus, type: 'food' } }, 'value-not-allowed at /0/bolus/type'],
    [{ ...wizard, bolus: { ...bolus, subType: 'tiny' } }, 'value-not-allowed at /0/bolus/subType'],
    [{ ...wizard, bolus: { ...bolus, time: undefined } }, 'value-not-exists at /0/bolus/time'],
    [{ ...wizard, bolus: { ...bolus, normal: 'x' } }, 'type-not-float64 at /0/bolus/normal'],
    [{ ...alarm, status: { ...status, subType: 'alarm' } }, 'value-not-allowed at /0/status/subType'],
    [{ ...alarm, status: { ...status, reason: null } }, 'value-not-exists at /0/status/reason'],
  ])('is validated like any other: %j', (record, problem) => {
    expect(problemsOf(record)).toEqual([problem]);
  });
});
