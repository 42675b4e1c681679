import type { Finding } from '../../../../../src/platform/validation/finding';
import { prepareBatch } from '../../../../support/prepare-batch';
import type { PreparedRecord } from '../../../../../src/records/data/record-types/prepared-record';

/** The records of a valid batch. */
export function recordsOf(...body: unknown[]): readonly PreparedRecord[] {
  const result = prepareBatch(body);
  if ('findings' in result) throw new Error(`The batch was refused: ${JSON.stringify(result.findings)}`);
  return result.records;
}

/** The stored content of a valid record. */
export function contentOf(record: unknown): Readonly<Record<string, unknown>> {
  return recordsOf(record)[0]?.content ?? {};
}

/** The findings of an invalid batch. */
export function findingsOf(body: unknown): readonly Finding[] {
  const result = prepareBatch(body);
  if ('records' in result) throw new Error('The batch was accepted');
  return result.findings;
}

/** The findings of a record as `code at pointer`; none if it is valid. */
export function problemsOf(record: unknown): string[] {
  const result = prepareBatch([record]);
  return 'records' in result ? [] : result.findings.map(({ code, pointer }) => `${code} at ${pointer}`);
}

const time = '2024-05-06T07:08:09Z';

/** Records with required fields only. */
export const cbg = { type: 'cbg', time, units: 'mmol/L', value: 5.5 };
export const food = { type: 'food', time };
export const bolus = { type: 'bolus', subType: 'normal', time, normal: 1 };
export const wizard = { type: 'wizard', time, units: 'mg/dL' };
export const pumpSettings = { type: 'pumpSettings', time, activeSchedule: 'Normal' };
export const alarm = { type: 'deviceEvent', subType: 'alarm', time, alarmType: 'occlusion' };
