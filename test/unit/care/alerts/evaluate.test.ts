import type { SensorReading } from '../../../../src/records/data/recent-readings.service';
import type { AlertsActivity } from '../../../../src/care/alerts/alert-kinds';
import { checkAlertsConfig } from '../../../../src/care/alerts/alerts-config';
import {
  evaluateData,
  evaluateSilence,
  lookBack,
  nextSilenceLook,
  type AlertSections,
  type Facts,
} from '../../../../src/care/alerts/evaluate';

const now = Date.parse('2024-05-06T12:00:00Z');
const minute = 60_000;

/** The instant a number of minutes ago. */
const ago = (minutes: number): number => now - minutes * minute;

const configured = (sections: object): AlertSections => checkAlertsConfig(sections);

/** Readings in stored form: minutes ago, mmol/L. */
const readings = (...pairs: [minutesAgo: number, mmolL: number][]): SensorReading[] =>
  pairs.map(([minutes, value]) => ({ time: ago(minutes), value, units: 'mmol/L' }));

const facts = (fields: Partial<Facts> = {}): Facts => ({
  now,
  readings: [],
  lastLoop: now,
  next: null,
  lastReceipt: now,
  ...fields,
});

const mgdL = (value: number) => ({ value, units: 'mg/dL' });
const mmolL = (value: number) => ({ value, units: 'mmol/L' });

/** The notifications for these readings. */
const told = (sections: object, fields: Partial<Facts>, activity: AlertsActivity = {}) =>
  evaluateData(configured(sections), activity, facts(fields)).notify;

describe('a threshold', () => {
  // 70 mg/dL is 3.88552 mmol/L, 180 mg/dL 9.99135, 90 mg/dL 4.99567.
  it.each([
    ['urgentLow', mgdL(70), 3.88552, true],
    ['urgentLow', mgdL(70), 3.88553, false],
    ['urgentLow', mgdL(90), 4.99567, true],
    ['urgentLow', mgdL(90), 4.99568, false],
    ['urgentLow', mgdL(47.5), 2.63661, true],
    ['urgentLow', mgdL(47.5), 2.63662, false],
    ['urgentLow', mmolL(3.9), 3.9, true],
    ['urgentLow', mmolL(3.9), 3.90001, false],
    ['low', mgdL(70), 3.88552, true],
    ['low', mgdL(70), 3.88553, false],
    ['low', mmolL(4), 4, true],
    ['high', mgdL(180), 9.99135, true],
    ['high', mgdL(180), 9.99134, false],
    ['high', mmolL(10), 10, true],
    ['high', mmolL(10), 9.99999, false],
  ])('of %s at %j counts %d mmol/L as out of range: %s', (kind, threshold, value, isOut) => {
    const section = { [kind]: { enabled: true, threshold } };
    expect(told(section, { readings: readings([1, value]) })).toBe(isOut ? kind : null);
  });

  it('compares readings in mg/dL as well', () => {
    const inMgdL = (value: number) => [{ time: ago(1), value, units: 'mg/dL' }];
    const low = { low: { enabled: true, threshold: mmolL(3.88552) } };
    expect(told(low, { readings: inMgdL(70) })).toBe('low');
    expect(told(low, { readings: inMgdL(71) })).toBeNull();
  });

  it('applies to the newest reading only', () => {
    const low = { urgentLow: { enabled: true, threshold: mmolL(4) } };
    expect(told(low, { readings: readings([1, 5], [6, 3]) })).toBeNull();
  });

  it('keeps its state without readings', () => {
    expect(told({ urgentLow: { enabled: true, threshold: mmolL(55) } }, { readings: [] })).toBeNull();
  });

  it('of a disabled alert is not evaluated, and nothing is recorded', () => {
    const off = { urgentLow: { threshold: mmolL(4) }, low: { threshold: mmolL(4) }, notLooping: {} };
    const { activity, notify } = evaluateData(configured(off), {}, facts({ readings: readings([1, 3]) }));
    expect({ activity, notify }).toEqual({ activity: {}, notify: null });
  });
});

describe('an urgent low', () => {
  const section = { urgentLow: { enabled: true, threshold: mmolL(3) } };

  it.each([
    ['never told', undefined, 'urgentLow'],
    ['reported before the newest reading', ago(5), 'urgentLow'],
    ['reported at the instant of the newest reading', ago(4), 'urgentLow'],
    ['reported after the newest reading', ago(4) + 1, null],
  ])('%s', (_when, sent, notify) => {
    const activity = { urgentLow: { triggered: ago(30), sent } };
    expect(told(section, { readings: readings([4, 2.9], [9, 2.9]) }, activity)).toBe(notify);
  });
});

describe.each(['low', 'high'] as const)('%s', (kind) => {
  const out = kind === 'low' ? 3 : 15;
  const inRange = 6;
  const threshold = kind === 'low' ? mmolL(4) : mmolL(12);
  const section = (fields: object) => ({ [kind]: { enabled: true, threshold, ...fields } });

  it.each([
    ['the delay has passed', 10, [0, 5, 10], kind],
    ['the delay has not passed', 10, [0, 5, 9.999], null],
    ['there is no delay', 0, [0], kind],
  ])('is reported after its delay: %s', (_what, delay, minutes, notify) => {
    const run = readings(...minutes.map((each): [number, number] => [each, out]));
    expect(told(section({ delay }), { readings: [...run, ...readings([15, inRange], [20, out])] })).toBe(
      notify,
    );
  });

  it.each([
    ['not reported yet', 0, undefined, kind],
    ['reported before it began again', 0, ago(41), kind],
    ['reported at the instant when it began', 0, ago(40), kind],
    ['reported once, without repetition', 0, ago(39), null],
    ['reported exactly one repetition ago', 15, ago(15), null],
    ['reported a little longer ago', 15, ago(15) - 1, kind],
    ['reported after the newest reading', 15, ago(1), null],
  ])('is repeated: %s', (_what, repeat, sent, notify) => {
    const activity = { [kind]: { triggered: ago(40), sent } };
    expect(told(section({ repeat }), { readings: readings([2, out], [7, out]) }, activity)).toBe(notify);
  });

  it('waits for a reading that the follower was not notified of', () => {
    const activity = { [kind]: { triggered: ago(40), sent: ago(20) } };
    const repeated = section({ repeat: 15 });
    expect(told(repeated, { readings: readings([21, out]) }, activity)).toBeNull();
    expect(told(repeated, { readings: readings([20, out]) }, activity)).toBe(kind);
  });
});

describe('not looping', () => {
  it.each([
    ['with a delay, exactly that long ago', 40, ago(40), undefined, null],
    ['with a delay, a little longer ago', 40, ago(40) - 1, undefined, 'notLooping'],
    ['without a delay, half an hour ago', 0, ago(30), undefined, null],
    ['without a delay, longer than half an hour ago', 0, ago(30) - 1, undefined, 'notLooping'],
    ['without any loop', 40, null, undefined, 'notLooping'],
    ['reported exactly one delay ago', 40, null, ago(40), null],
    ['reported longer than a delay ago', 40, null, ago(40) - 1, 'notLooping'],
    ['without a delay, reported five minutes ago', 0, null, ago(5), null],
    ['without a delay, reported longer ago', 0, null, ago(5) - 1, 'notLooping'],
  ])('%s', (_what, delay, lastLoop, sent, notify) => {
    const activity = { notLooping: { triggered: ago(300), sent } };
    expect(told({ notLooping: { enabled: true, delay } }, { lastLoop }, activity)).toBe(notify);
  });
});

describe('of several kinds', () => {
  const all = {
    urgentLow: { enabled: true, threshold: mmolL(3) },
    low: { enabled: true, threshold: mmolL(4) },
    high: { enabled: true, threshold: mmolL(12) },
    notLooping: { enabled: true },
  };
  const sentNow = { triggered: ago(60), sent: now };

  it.each<[string, number, AlertsActivity, string | null]>([
    ['the most urgent', 2.5, {}, 'urgentLow'],
    ['nothing below a reported urgent low', 2.5, { urgentLow: sentNow }, null],
    ['low where it is not urgent', 3.5, {}, 'low'],
    ['nothing below a reported low', 3.5, { low: sentNow }, null],
    ['high', 13, {}, 'high'],
    ['a missing loop below a reported high', 13, { high: sentNow }, 'notLooping'],
    ['a missing loop in range', 6, {}, 'notLooping'],
    ['nothing', 6, { notLooping: sentNow }, null],
  ])('one is reported: %s', (_what, value, activity, notify) => {
    expect(told(all, { readings: readings([1, value]), lastLoop: null }, activity)).toBe(notify);
  });

  it('each begins and ends separately, whatever is reported', () => {
    const before = {
      urgentLow: { triggered: ago(20), sent: ago(19) },
      high: { triggered: ago(90), resolved: ago(60) },
    };
    const first = evaluateData(
      configured(all),
      before,
      facts({ readings: readings([1, 3.5]), lastLoop: null }),
    );
    expect(first).toEqual({
      notify: 'low',
      activity: {
        urgentLow: { triggered: ago(20), sent: ago(19), resolved: now },
        low: { triggered: now },
        high: { triggered: ago(90), resolved: ago(60) },
        notLooping: { triggered: now },
      },
    });
    const later = facts({ now: now + minute, readings: readings([0, 6]), lastLoop: now });
    expect(evaluateData(configured(all), first.activity, later).activity).toMatchObject({
      low: { triggered: now, resolved: now + minute },
      notLooping: { triggered: now, resolved: now + minute },
    });
  });

  it('a continuing one keeps its beginning', () => {
    const before = { low: { triggered: ago(20), resolved: ago(21) } };
    const { activity } = evaluateData(
      configured({ low: all.low }),
      before,
      facts({ readings: readings([1, 3.5]) }),
    );
    expect(activity).toEqual(before);
  });
});

describe('silence', () => {
  const section = (delay: number) => ({ noCommunication: { enabled: true, delay } });
  const silent = (delay: number, lastReceipt: number | null, sent?: number) =>
    evaluateSilence(
      configured(section(delay)),
      sent === undefined ? {} : { noCommunication: { sent } },
      facts({ lastReceipt }),
    );

  it.each([
    [0, ago(5), undefined, null],
    [0, ago(5) - 1, undefined, 'noCommunication'],
    [3, ago(5), undefined, null],
    [3, ago(5) - 1, undefined, 'noCommunication'],
    [5, ago(5), undefined, null],
    [6, ago(6), undefined, null],
    [6, ago(6) - 1, undefined, 'noCommunication'],
    [360, ago(360) - 1, undefined, 'noCommunication'],
    [10, ago(60), ago(10), null],
    [10, ago(60), ago(10) - 1, 'noCommunication'],
    [0, ago(60), ago(5) - 1, 'noCommunication'],
    [0, null, undefined, null],
  ])(
    'with a delay of %d minutes, the last data at %s, reported at %s: %s',
    (delay, lastReceipt, sent, notify) => {
      expect(silent(delay, lastReceipt, sent).notify).toBe(notify);
    },
  );

  it('begins when it is detected and ends with new data', () => {
    const config = configured(section(10));
    const { activity } = evaluateSilence(config, {}, facts({ lastReceipt: ago(11) }));
    expect(activity).toEqual({ noCommunication: { triggered: now } });
    const later = facts({ now: now + minute, lastReceipt: now + minute });
    const ended = { noCommunication: { triggered: now, resolved: now + minute } };
    expect(evaluateSilence(config, activity, later).activity).toEqual(ended);
    expect(evaluateData(config, activity, later)).toEqual({ activity: ended, notify: null });
  });

  it('never begins with new data', () => {
    const { activity, notify } = evaluateData(configured(section(5)), {}, facts({ lastReceipt: ago(60) }));
    expect({ activity, notify }).toEqual({ activity: {}, notify: null });
  });

  it.each([
    ['once it could begin', ago(3), undefined, ago(3) + 10 * minute + 1],
    ['once it could be reported again', ago(20), ago(4), ago(4) + 10 * minute + 1],
    ['one delay after it is reported', ago(20), undefined, now + 10 * minute + 1],
    ['after a while where nothing ever came', null, undefined, now + 10 * minute + 1],
  ])('is checked again %s', (_when, lastReceipt, sent, next) => {
    const known = facts({ lastReceipt });
    expect(nextSilenceLook(configured(section(10)), silent(10, lastReceipt, sent), known)).toBe(next);
  });

  it('is not checked if silence alerts are off', () => {
    const off = configured({ noCommunication: { enabled: false } });
    const known = facts({ lastReceipt: ago(60) });
    const evaluation = evaluateSilence(off, {}, known);
    expect(evaluation).toEqual({ activity: {}, notify: null });
    expect(nextSilenceLook(off, evaluation, known)).toBeNull();
  });
});

describe('the look back', () => {
  const threshold = mmolL(4);

  it.each([
    ['urgent lows', { urgentLow: { enabled: true, threshold } }, 20],
    ['a short delay', { low: { enabled: true, threshold, delay: 4 } }, 20],
    ['a delay', { low: { enabled: true, threshold, delay: 6 } }, 21],
    [
      'the longest delay',
      { low: { enabled: true, threshold, delay: 120 }, high: { enabled: true, threshold, delay: 360 } },
      375,
    ],
    [
      'a delay that is off',
      { low: { enabled: true, threshold, delay: 10 }, high: { threshold, delay: 360 } },
      25,
    ],
    ['loops without a delay', { notLooping: { enabled: true } }, 45],
    ['loops with a delay', { notLooping: { enabled: true, delay: 60 } }, 75],
    ['silence, which reads nothing', { noCommunication: { enabled: true, delay: 360 } }, 20],
  ])('for %s', (_what, sections, minutes) => {
    expect(lookBack(configured(sections))).toBe(minutes * minute);
  });
});

describe('the activity', () => {
  const low = { low: { enabled: true, threshold: mmolL(4) } };
  const silenceOn = { noCommunication: { enabled: true, delay: 10 } };
  const after = (sections: object, activity: AlertsActivity, fields: Partial<Facts>) =>
    evaluateData(configured(sections), activity, facts(fields)).activity;

  it('of an alert that begins at the instant it ended begins after that', () => {
    const ended = { low: { triggered: ago(5), resolved: now } };
    const { low: begun } = after(low, ended, { readings: readings([0, 3.5]) });
    expect(begun).toEqual({ triggered: now + 1, resolved: now });
  });

  it('of an alert never ends before it began, even if the clock was set back', () => {
    const begun = { low: { triggered: now + 5 * minute } };
    const { low: ended } = after(low, begun, { readings: readings([0, 5]) });
    expect(ended).toEqual({ triggered: now + 5 * minute, resolved: now + 5 * minute });
  });

  it('is empty for an alert that never began', () => {
    expect(Object.keys(after(low, {}, { readings: readings([0, 5]) }))).toEqual([]);
  });

  it('of silence stays unchanged if silence alerts are off', () => {
    const silent = { noCommunication: { triggered: ago(30) } };
    expect(after(low, silent, {})).toEqual(silent);
    expect(evaluateSilence(configured(low), silent, facts({ lastReceipt: ago(60) }))).toEqual({
      activity: silent,
      notify: null,
    });
    expect(
      nextSilenceLook(configured(low), { activity: silent, notify: null }, facts({ lastReceipt: ago(60) })),
    ).toBeNull();
  });

  it('of silence stays unchanged without any data, or without new data', () => {
    const config = configured(silenceOn);
    const silent = { noCommunication: { triggered: ago(30), sent: ago(5) } };
    expect(evaluateSilence(config, silent, facts({ lastReceipt: null })).activity).toBe(silent);
    expect(evaluateSilence(config, silent, facts({ lastReceipt: ago(60) })).activity).toBe(silent);
  });

  it('of silence ends with an evaluation of data if no receipt is left', () => {
    const silent = { noCommunication: { triggered: ago(30) } };
    expect(after(silenceOn, silent, { lastReceipt: null })).toEqual({
      noCommunication: { triggered: ago(30), resolved: now },
    });
  });
});
