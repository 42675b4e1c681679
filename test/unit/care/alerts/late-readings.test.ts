import { checkAlertsConfig } from '../../../../src/care/alerts/alerts-config';
import { evaluateData } from '../../../../src/care/alerts/evaluate';

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
