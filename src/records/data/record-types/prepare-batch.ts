import type { ShapedRecord } from '../../../platform/validation/engine/compiled';
import { CompiledTable } from '../../../platform/validation/engine/compile-table';
import {
  type Finding,
  FindingReport,
  findingTitles,
  type Problems,
} from '../../../platform/validation/finding';
import { prepareRecord, type PreparedRecord } from './prepared-record';
import { recordFields } from './record-fields';
import { recordTypes } from './table';
import type { LongWork } from '../../../platform/long-work';
import { isJsonObject } from '../../../platform/validation/values/json';

/** A valid batch, or its problems. */
export type PreparedBatch = { readonly records: readonly PreparedRecord[] } | Problems;

interface PlacedRecord {
  readonly index: number;
  readonly record: ShapedRecord;
}

const table = new CompiledTable(recordTypes, recordFields);

/** Validates and normalizes an uploaded batch of any length: others get their turn in between. */
export async function prepareLongBatch(body: unknown, work: LongWork): Promise<PreparedBatch> {
  const steps = prepareInSteps(body);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await work.pause();
  }
}

/** Records that one step handles. */
const stepSize = 50;

/**
 * Validates and normalizes an uploaded batch, the parsed JSON of a request body: an array of records, or null for
 * none. Yields after each step. Embedded records directly follow their outer record.
 *
 * Findings are in the order of the body. If the structure of any record is invalid (JSON types, malformed times,
 * unknown record types), only structural findings are returned; otherwise all findings about values.
 */
export function* prepareInSteps(body: unknown): Generator<undefined, PreparedBatch> {
  if (body === null) return { records: [] };
  if (!Array.isArray(body)) return { findings: [notAnArray], count: 1 };

  const report = new FindingReport();
  const shaped = yield* readRecords(body, report);
  if (report.isEmpty) yield* checkRecords(shaped, report);
  if (!report.isEmpty) return report;

  const records: PreparedRecord[] = [];
  for (const [number, { record, index }] of shaped.entries()) {
    prepareRecord(record, { pointer: `/${index}`, meta: record.meta }, records);
    if (number % stepSize === 0) yield;
  }
  return { records };
}

const notAnArray: Finding = {
  code: 'json-malformed',
  title: findingTitles['json-malformed'],
  detail: 'The body must be a JSON array of records.',
};

function* readRecords(body: readonly unknown[], report: FindingReport): Generator<undefined, PlacedRecord[]> {
  const records: PlacedRecord[] = [];
  for (const [index, element] of body.entries()) {
    if (element === null || element === undefined) continue;
    if (index % stepSize === 0) yield;
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

function* checkRecords(records: readonly PlacedRecord[], report: FindingReport): Generator<undefined, void> {
  for (const [place, { index, record }] of records.entries()) {
    if (place % stepSize === 0) yield;
    report.beginRecord(index, record.meta);
    record.compiled.check(record.values, undefined, report);
  }
}
