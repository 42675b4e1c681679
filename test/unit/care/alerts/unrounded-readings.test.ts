import { checkAlertsConfig } from '../../../../src/care/alerts/alerts-config';
import { evaluateData } from '../../../../src/care/alerts/evaluate';

const now = Date.parse('2024-05-06T12:00:00Z');

/** The notification for one reading, which is stored as legacy uploads are, with all of its digits. */
function told(kind: string, threshold: number, mgdL: number): string | null {
  const section = { enabled: true, threshold: { value: threshold, units: 'mg/dL' } };
  const readings = [{ time: now, value: mgdL / 18.01559, units: 'mmol/L' }];
  const facts = { now, readings, lastLoop: now, next: null, lastReceipt: now };
  return evaluateData(checkAlertsConfig({ [kind]: section }), {}, facts).notify;
}

it.each([54, 55, 65, 70, 72, 80, 180, 200, 250])(
  'a reading at a threshold of %d mg/dL is out of range',
  (limit) => {
    expect(told('urgentLow', limit, limit)).toBe('urgentLow');
    expect(told('urgentLow', limit, limit + 0.001)).toBeNull();
    expect(told('high', limit, limit)).toBe('high');
    expect(told('high', limit, limit - 0.001)).toBeNull();
  },
);
