import { checkAlertsConfig } from '../../../../src/care/alerts/alerts-config';
import { evaluateData, lookBack, readFrom } from '../../../../src/care/alerts/evaluate';

const now = Date.parse('2024-05-06T12:00:00Z');

/** The instant a number of minutes ago. */
const ago = (minutes: number): number => now - minutes * 60_000;

const threshold = (value: number) => ({ enabled: true, threshold: { value, units: 'mmol/L' } });

/** The notification for two readings with the same value, the newest one this many minutes ago. */
function told(kind: string, config: object, newest: number, activity: object) {
  const value = kind === 'high' ? 15 : 2;
  const readings = [newest, newest + 5].map((minutes) => ({ time: ago(minutes), value, units: 'mmol/L' }));
  const facts = { now, readings, lastLoop: now, next: null, lastReceipt: now };
  return evaluateData(checkAlertsConfig({ [kind]: config }), { [kind]: activity }, facts).notify;
}

it.each([
  ['an older reading was reported a moment ago', ago(9), 'urgentLow'],
  ['this reading was reported', ago(4), null],
  ['a newer reading was reported, which is gone', ago(3), null],
])('an urgent low when %s', (_when, reported, notify) => {
  const activity = { triggered: ago(1), sent: now, reported };
  expect(told('urgentLow', threshold(3), 4, activity)).toBe(notify);
});

/** Readings out of range (`x`) or in range (`.`), five minutes apart; the last one is a minute old. Blanks are missing. */
function readingsIn(pattern: string, kind: 'low' | 'high') {
  const outside = kind === 'low' ? 2 : 15;
  return [...pattern].reverse().flatMap((each, index) => {
    const value = each === 'x' ? outside : 7;
    return each === ' ' ? [] : [{ time: ago(1 + 5 * index), value, units: 'mmol/L' }];
  });
}

describe.each(['low', 'high'] as const)('a %s that was sent', (kind) => {
  const config = checkAlertsConfig({ [kind]: threshold(kind === 'low' ? 4 : 12) });

  it.each([
    ['has ended in between', 'x..x', 3],
    ['has ended in between, longer ago than evaluations look back', 'x..xxxxxxxx', 10],
    ['ends without readings for more than an hour', 'x            x', 13],
    ['ends without readings before many that arrive at once', 'x            xxxxxxxx', 20],
  ])('is sent again when it %s', (_what, pattern, reported) => {
    expect(notifiedFor(pattern, reported)).toBe(kind);
  });

  it.each([
    ['lasts', 'xxx', 2],
    ['lasts longer than evaluations look back', 'xxxxxxxxxxxx', 11],
    ['lasts, though readings are missing for an hour', 'x           x', 12],
    ['lasts, though another sensor is in range', 'x.x.x.x', 6],
    ['began after a reading in range', '.xx', 1],
    ['has ended', 'x.', 1],
    ['lasts for longer than is examined', 'x'.repeat(150), 200],
  ])('is not sent again when it %s', (_what, pattern, reported) => {
    expect(notifiedFor(pattern, reported)).toBeNull();
  });

  function notifiedFor(pattern: string, reportedIndex: number) {
    const read = readingsIn(pattern, kind);
    const reported = ago(1 + 5 * reportedIndex);
    const activity = { [kind]: { triggered: reported, sent: reported + 1, reported } };
    const from = readFrom(config, activity, now);
    const [readings, earlier] = [0, 1].map((part) =>
      read.filter(({ time }) => time >= from && Number(time < now - lookBack(config)) === part),
    );
    const facts = { now, readings: readings ?? [], earlier, lastLoop: now, next: null, lastReceipt: now };
    return evaluateData(config, activity, facts).notify;
  }
});

describe.each(['low', 'high'] as const)('%s', (kind) => {
  it.each([
    ['a newer reading that arrived late', ago(30), ago(20), kind],
    ['a newer reading, but not before the repetition', ago(30), ago(15), null],
    ['nothing newer', ago(25), ago(20), null],
  ])('is repeated with %s', (_what, reported, sent, notify) => {
    const config = { ...threshold(kind === 'low' ? 4 : 12), repeat: 15 };
    expect(told(kind, config, 25, { triggered: ago(40), sent, reported })).toBe(notify);
  });
});
