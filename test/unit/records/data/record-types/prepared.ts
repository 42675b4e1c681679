import type { Finding } from '../../../../../src/platform/validation/finding';
import { prepareBatch } from '../../../../../src/records/data/record-types/prepare-batch';
import type { PreparedRecord } from '../../../../../src/records/data/record-types/prepared-record';

/** The records of a batch that must be right. */
export function recordsOf(...body: unknown[]): readonly PreparedRecord[] {
  const result = prepareBatch(body);
  if ('findings' in result) throw new Error(`The batch was refused: ${JSON.stringify(result.findings)}`);
  return result.records;
}

/** The stored content of a record that must be right. */
export function contentOf(record: unknown): Readonly<Record<string, unknown>> {
  return recordsOf(record)[0]?.content ?? {};
}

/** The findings of a batch that must be wrong. */
export function findingsOf(body: unknown): readonly Finding[] {
  const result = prepareBatch(body);
  if ('records' in result) throw new Error('The batch was accepted');
  return result.findings;
}

/** The findings of a record as `code at pointer`, none when it is right. */
export function problemsOf(record: unknown): string[] {
  const result = prepareBatch([record]);
  return 'records' in result ? [] : result.findings.map(({ code, pointer }) => `${code} at ${pointer}`);
}

const time = '2024-05-06T07:08:09Z';

/** Records without anything that is not required. */
export const cbg = { type: 'cbg', time, units: 'mmol/L', value: 5.5 };
export const food = { type: 'food', time };
export const bolus = { type: 'bolus', subType: 'normal', time, normal: 1 };
export const wizard = { type: 'wizard', time, units: 'mg/dL' };
export const pumpSettings = { type: 'pumpSettings', time, activeSchedule: 'Normal' };
export const alarm = { type: 'deviceEvent', subType: 'alarm', time, alarmType: 'occlusion' };
