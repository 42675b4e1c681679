import { contentOf, problemsOf } from './prepared';

const time = '2024-05-06T07:08:09Z';
const units = { bg: 'mg/dL', carb: 'grams', insulin: 'Units' };

describe('a change of the clock', () => {
  const event = { type: 'deviceEvent', subType: 'timeChange', time };
  const clock = { time: '2024-05-06T07:08:09' };
  const change = { agent: 'manual', from: '2024-05-06T07:08:09', to: '2024-05-06T08:08:09' };

  it.each([
    [{ to: clock }, []],
    [{ from: clock, to: { timeZoneName: 'US/Pacific' }, method: 'automatic' }, []],
    [{ change }, []],
    [{}, ['values-not-exist-for-one at /0/to']],
    [{ from: clock }, ['value-not-exists at /0/to']],
    [{ method: 'manual' }, ['value-not-exists at /0/to']],
    [{ to: clock, change }, ['value-exists at /0/change']],
    [{ method: 'manual', change }, ['value-not-exists at /0/to', 'value-exists at /0/change']],
    [{ to: {} }, ['values-not-exist-for-any at /0/to']],
    [{ to: { time: 'noon' } }, ['value-not-parsable at /0/to/time']],
    [{ change: { ...change, to: 'noon' } }, ['value-not-valid at /0/change/to']],
  ])('%j results in %j', (fields, problems) => {
    expect(problemsOf({ ...event, ...fields })).toEqual(problems);
  });

  it('is stored without a zone', () => {
    expect(contentOf({ ...event, to: clock })).toMatchObject({ to: clock });
  });
});

describe('an override of settings', () => {
  const override = { type: 'deviceEvent', subType: 'pumpSettingsOverride', time, overrideType: 'sleep' };

  it('has units if and only if it has a target', () => {
    const bgTarget = { target: 100 };
    expect(problemsOf({ ...override, bgTarget })).toEqual(['value-not-exists at /0/units']);
    expect(problemsOf({ ...override, units: { bg: 'mg/dL' } })).toEqual(['value-exists at /0/units']);
    expect(contentOf({ ...override, bgTarget, units: { bg: 'mg/dL' } })).toMatchObject({
      bgTarget: { target: 5.55075 },
      units: { bg: 'mmol/L' },
    });
  });

  it('names a preset if and only if it is one', () => {
    expect(problemsOf({ ...override, overrideType: 'preset' })).toEqual([
      'value-not-exists at /0/overridePreset',
    ]);
    expect(problemsOf({ ...override, overridePreset: 'Run' })).toEqual(['value-exists at /0/overridePreset']);
  });
});

describe('a change of delivery', () => {
  it('may last longer than a week', () => {
    const event = {
      type: 'deviceEvent',
      subType: 'status',
      time,
      status: 'resumed',
      reason: { resumed: 'manual' },
    };
    const duration = Number.MAX_SAFE_INTEGER;
    expect(contentOf({ ...event, duration, expectedDuration: duration })).toMatchObject({ duration });
    expect(problemsOf({ ...event, duration, expectedDuration: duration - 1 })).toEqual([
      'value-out-of-range at /0/expectedDuration',
    ]);
  });
});

describe('the status of a pump', () => {
  it('has at least one property', () => {
    expect(problemsOf({ type: 'pumpStatus', time })).toEqual([
      'values-not-exist-for-any at /0/basalDelivery',
    ]);
    expect(problemsOf({ type: 'pumpStatus', time, deliveryIndeterminant: false })).toEqual([]);
    expect(problemsOf({ type: 'deviceStatus', time })).toEqual([]);
  });

  it('has doses that end after they start', () => {
    const pump = (dose: object) =>
      problemsOf({
        type: 'pumpStatus',
        time,
        basalDelivery: { state: 'temporary', dose: { rate: 1, ...dose } },
      });
    expect(pump({ startTime: time, endTime: time })).toEqual([]);
    expect(pump({ startTime: time, endTime: '2024-05-06T07:08:08.999Z' })).toEqual([
      'value-not-after at /0/basalDelivery/dose/endTime',
    ]);
    expect(pump({ endTime: time })).toEqual(['value-exists at /0/basalDelivery/dose/endTime']);
  });

  it('has a battery with units for the remaining amount', () => {
    const battery = (fields: object) => problemsOf({ type: 'controllerStatus', time, battery: fields });
    expect(battery({})).toEqual(['values-not-exist-for-any at /0/battery']);
    expect(battery({ remaining: 0.5 })).toEqual(['value-not-exists at /0/battery/units']);
    expect(battery({ state: 'full', units: 'percent' })).toEqual(['value-exists at /0/battery/units']);
    expect(battery({ remaining: 1, units: 'percent' })).toEqual([]);
  });
});

describe('a dosing decision', () => {
  const decision = { type: 'dosingDecision', time, reason: 'loop', units };

  it.each([
    [{ amount: 1 }, []],
    [{ normal: 1 }, []],
    [{ extended: 1, duration: 5 }, []],
    [{ normal: 1, extended: 1, duration: 5 }, []],
    [{}, ['values-not-exist-for-any at /0/requestedBolus']],
    [
      { duration: 5 },
      ['value-exists at /0/requestedBolus/duration', 'values-not-exist-for-any at /0/requestedBolus'],
    ],
    [{ extended: 1 }, ['value-not-exists at /0/requestedBolus/duration']],
    [{ normal: 1, duration: 5 }, ['value-exists at /0/requestedBolus/duration']],
    [{ amount: 1, normal: 1 }, ['value-exists at /0/requestedBolus/normal']],
    [{ amount: 1, extended: 1 }, ['value-exists at /0/requestedBolus/extended']],
    [{ amount: 1, duration: 5 }, ['value-exists at /0/requestedBolus/duration']],
  ])('requests the bolus %j: %j', (requestedBolus, problems) => {
    expect(problemsOf({ ...decision, requestedBolus })).toEqual(problems);
  });

  it('converts its inputs and forecasts, which have no limits', () => {
    const readings = [{ time, value: 100 }];
    const sent = {
      ...decision,
      smbg: { time, value: 100 },
      bgHistorical: readings,
      bgForecast: [{ value: -100 }, { value: 1200 }],
      bgTargetSchedule: [{ start: 0, low: 80, high: 100 }],
    };
    expect(contentOf(sent)).toMatchObject({
      units: { ...units, bg: 'mmol/L' },
      smbg: { time: '2024-05-06T07:08:09.000Z', value: 5.55075 },
      bgHistorical: [{ value: 5.55075 }],
      bgForecast: [{ value: -5.55075 }, { value: 66.60898 }],
      bgTargetSchedule: [{ start: 0, low: 4.4406, high: 5.55075 }],
    });
    expect(problemsOf({ ...sent, bgHistorical: [...readings, { time, value: 1001 }] })).toEqual([
      'value-out-of-range at /0/bgHistorical/1/value',
    ]);
  });
});

describe('an alert', () => {
  const alert = { type: 'alert', time, name: 'Low', issuedTime: time };

  it('cannot be acknowledged or retracted before it is issued', () => {
    const before = '2024-05-06T07:08:08Z';
    expect(problemsOf({ ...alert, acknowledgedTime: time, retractedTime: time })).toEqual([]);
    expect(problemsOf({ ...alert, acknowledgedTime: before, retractedTime: before })).toEqual([
      'value-not-after at /0/acknowledgedTime',
      'value-not-after at /0/retractedTime',
    ]);
    expect(problemsOf({ ...alert, issuedTime: '0001-01-01T00:00:00Z' })).toEqual([
      'value-empty at /0/issuedTime',
    ]);
  });
});
