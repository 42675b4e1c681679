import { contentOf, problemsOf, pumpSettings } from './prepared';

const time = pumpSettings.time;
const units = { bg: 'mg/dl', carb: 'grams' };

describe('a schedule', () => {
  const segments = (...starts: unknown[]) => starts.map((start) => ({ start, rate: 1 }));

  it.each([
    [segments(), []],
    [segments(0), []],
    [segments(0, 1, 2, 86_400_000), []],
    [segments(1), ['value-out-of-range at 0/start']],
    [segments(5, 6), ['value-out-of-range at 0/start']],
    [segments(0, 0), ['value-out-of-range at 1/start']],
    [segments(0, 5, 5), ['value-out-of-range at 2/start']],
    [segments(0, 5, 4, 5), ['value-out-of-range at 2/start']],
    [segments(0, 86_400_000, 86_400_000), ['value-out-of-range at 2/start']],
    [segments(0, 5, null, 5), ['value-not-exists at 2/start', 'value-out-of-range at 3/start']],
    [segments(-1, 86_400_001), ['value-out-of-range at 0/start', 'value-out-of-range at 1/start']],
    [segments(5, 3), ['value-out-of-range at 0/start']],
    [segments(null, 0), ['value-not-exists at 0/start', 'value-out-of-range at 1/start']],
    [[null, { start: 1, rate: 1 }], ['value-not-exists at 0']],
  ])('%j results in %j', (schedule, problems) => {
    const single = problemsOf({ ...pumpSettings, basalSchedule: schedule });
    expect(single.map((problem) => problem.replace('/0/basalSchedule/', ''))).toEqual(problems);
    const named = problemsOf({ ...pumpSettings, basalSchedules: { Normal: schedule } });
    expect(named.map((problem) => problem.replace('/0/basalSchedules/Normal/', ''))).toEqual(problems);
  });
});

describe('the settings of a pump', () => {
  it('contain schedules with names, whatever the names are', () => {
    const schedule = [{ start: 0, rate: 1 }];
    const sent = JSON.parse(
      '{"__proto__": [{"start": 0, "rate": 1}], "constructor": [], "": [{"start": 0, "rate": 1}]}',
    ) as Record<string, unknown>;
    const stored = contentOf({ ...pumpSettings, basalSchedules: sent }).basalSchedules as object;
    expect(Object.entries(stored)).toEqual([
      ['__proto__', schedule],
      ['constructor', []],
      ['', schedule],
    ]);
    expect(JSON.stringify(stored)).toBe(JSON.stringify(sent));
  });

  it('refuse a single schedule next to several, and do not validate the several', () => {
    const bgTarget = [{ start: 0, target: 100 }];
    const both = { ...pumpSettings, units, bgTarget, bgTargets: { a: [{ start: 7 }] } };
    expect(problemsOf(both)).toEqual(['value-exists at /0/bgTargets']);
    expect(problemsOf({ ...both, bgTarget: [] })).toEqual(['value-exists at /0/bgTargets']);
    expect(problemsOf({ ...both, bgTargets: {} })).toEqual(['value-exists at /0/bgTargets']);
  });

  it('convert every glucose value', () => {
    const sent = {
      ...pumpSettings,
      units,
      bgSafetyLimit: 70,
      bgTargetPreprandial: { low: 80, high: 100 },
      bgTargets: { Normal: [{ start: 0, target: 100 }] },
      insulinSensitivity: [{ start: 0, amount: 50 }],
      overridePresets: { Run: { bgTarget: { target: 180 }, duration: 5 } },
      display: { bloodGlucose: { units: 'mg/dL' } },
    };
    expect(contentOf(sent)).toMatchObject({
      units: { bg: 'mmol/L', carb: 'grams' },
      bgSafetyLimit: 3.88552,
      bgTargetPreprandial: { low: 4.4406, high: 5.55075 },
      bgTargets: { Normal: [{ start: 0, target: 5.55075 }] },
      insulinSensitivity: [{ start: 0, amount: 2.77537 }],
      overridePresets: { Run: { bgTarget: { target: 9.99135 }, duration: 5 } },
      display: { bloodGlucose: { units: 'mg/dL' } },
    });
  });

  it('have no glucose limits without units', () => {
    const sent = { ...pumpSettings, bgSafetyLimit: 5000, insulinSensitivity: [{ start: 0, amount: -5000 }] };
    expect(contentOf(sent)).toMatchObject({
      bgSafetyLimit: 5000,
      insulinSensitivity: [{ start: 0, amount: -5000 }],
    });
    expect(problemsOf({ ...sent, units })).toEqual([
      'value-out-of-range at /0/bgSafetyLimit',
      'value-out-of-range at /0/insulinSensitivity/0/amount',
    ]);
  });

  it('limit the insulin peak by its duration', () => {
    const insulinModel = {
      modelType: 'other',
      modelTypeOther: 'New',
      actionDuration: 100,
      actionPeakOffset: 101,
    };
    expect(problemsOf({ ...pumpSettings, insulinModel })).toEqual([
      'value-out-of-range at /0/insulinModel/actionPeakOffset',
    ]);
  });
});

describe('the settings of a continuous glucose monitor', () => {
  const settings = { type: 'cgmSettings', time, units: 'mg/dL' };

  it('convert device alerts and return rates under another name', () => {
    const rates = {
      fallRate: { enabled: true, rate: -3 },
      riseRate: { enabled: false, rate: 2 },
    };
    const sent = {
      ...settings,
      highAlerts: { enabled: true, level: 400, snooze: 0 },
      lowAlerts: { enabled: true, level: 59, snooze: 900_000 },
      rateOfChangeAlerts: rates,
    };
    const stored = contentOf(sent);
    expect(stored).toMatchObject({
      units: 'mmol/L',
      highAlerts: { level: 22.20299 },
      lowAlerts: { level: 3.27494 },
      rateOfChangeAlert: { fallRate: { rate: -0.16652 }, riseRate: { rate: 0.11101 } },
    });
    expect(stored).not.toHaveProperty('rateOfChangeAlerts');
  });

  it('keep alerts with units of their own', () => {
    const low = { enabled: true, units: 'mg/dL', level: 70 };
    const defaultAlerts = { enabled: true, low, fall: { enabled: true, units: 'mg/dL/minute', rate: 3 } };
    expect(contentOf({ ...settings, defaultAlerts }).defaultAlerts).toEqual(defaultAlerts);
  });

  it('accept rates only in the steps of the device', () => {
    const rates = (units: string, fall: number, rise: number) =>
      problemsOf({
        ...settings,
        units,
        rateOfChangeAlerts: {
          fallRate: { enabled: true, rate: fall },
          riseRate: { enabled: true, rate: rise },
        },
      });
    expect(rates('mg/dL', -2, 3)).toEqual([]);
    expect(rates('mmol/L', -0.11101495982091067, 0.16652243973136602)).toEqual([]);
    expect(rates('mg/dL', 2, -3)).toEqual([
      'value-not-allowed at /0/rateOfChangeAlerts/fallRate/rate',
      'value-not-allowed at /0/rateOfChangeAlerts/riseRate/rate',
    ]);
  });

  it.each([
    ['', []],
    ['ABC12', []],
    ['A'.repeat(64), []],
    ['ABC1', ['value-not-valid at /0/transmitterId']],
    ['A'.repeat(65), ['value-not-valid at /0/transmitterId']],
    ['ABC-12', ['value-not-valid at /0/transmitterId']],
    ['ABC12\n', ['value-not-valid at /0/transmitterId']],
  ])('recognize a transmitter by the id %j: %j', (transmitterId, problems) => {
    expect(problemsOf({ ...settings, transmitterId })).toEqual(problems);
  });

  it('list each day of a schedule once', () => {
    const scheduled = { start: 0, end: 0, alerts: { enabled: true } };
    const daily = (days: unknown) => problemsOf({ ...settings, scheduledAlerts: [{ ...scheduled, days }] });
    expect(daily(['sunday', 'monday'])).toEqual([]);
    expect(daily([])).toEqual([]);
    expect(daily(['Sunday', 'monday', 'monday', null])).toEqual([
      'value-not-allowed at /0/scheduledAlerts/0/days/0',
      'value-not-allowed at /0/scheduledAlerts/0/days/3',
      'value-duplicate at /0/scheduledAlerts/0/days/2',
    ]);
  });
});
