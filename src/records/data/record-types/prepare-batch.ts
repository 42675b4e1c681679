import type { ShapedRecord } from '../../../platform/validation/engine/compiled';
import { CompiledTable } from '../../../platform/validation/engine/compile-table';
import { type Finding, FindingReport, findingTitles } from '../../../platform/validation/finding';
import { prepareRecord, type PreparedRecord } from './prepared-record';
import { recordFields } from './record-fields';
import { recordTypes } from './table';
import { isJsonObject } from '../../../platform/validation/values/json';

/** A valid batch, or all of its problems. */
export type PreparedBatch =
  { readonly records: readonly PreparedRecord[] } | { readonly findings: readonly Finding[] };

interface PlacedRecord {
  readonly index: number;
  readonly record: ShapedRecord;
}

const table = new CompiledTable(recordTypes, recordFields);

/**
 * Validates and normalizes an uploaded batch, the parsed JSON of a request body: an array of records, or null for
 * none. Embedded records directly follow their outer record, with the same index.
 *
 * Findings are in the order of the body. If the structure of any record is invalid (JSON types, malformed times,
 * unknown record types), only structural findings are returned; otherwise all findings about values.
 */
export function prepareBatch(body: unknown): PreparedBatch {
  if (body === null) return { records: [] };
  if (!Array.isArray(body)) return { findings: [notAnArray] };

  const report = new FindingReport();
  const shaped = readRecords(body, report);
  if (report.isEmpty) checkRecords(shaped, report);
  if (!report.isEmpty) return { findings: report.findings };

  const records: PreparedRecord[] = [];
  for (const { record, index } of shaped) prepareRecord(record, index, records);
  return { records };
}

const notAnArray: Finding = {
  code: 'json-malformed',
  title: findingTitles['json-malformed'],
  detail: 'The body must be a JSON array of records.',
};

function readRecords(body: readonly unknown[], report: FindingReport): PlacedRecord[] {
  const records: PlacedRecord[] = [];
  for (const [index, element] of body.entries()) {
    if (element === null || element === undefined) continue;
    if (report.isFull) break;
    report.beginRecord(index);
    if (!isJsonObject(element)) {
      report.add('type-not-object', 'Every record must be a JSON object.');
      continue;
    }
    const record = table.readRecord(element, report);
    if (record) records.push({ index, record });
  }
  return records;
}

function checkRecords(records: readonly PlacedRecord[], report: FindingReport): void {
  for (const { index, record } of records) {
    if (report.isFull) break;
    report.beginRecord(index, record.meta);
    record.compiled.check(record.values, undefined, report);
  }
}
