import type { LongWork } from '../../../platform/long-work';
import { type Finding, FindingReport } from '../../../platform/validation/finding';
import { instantText } from '../../../platform/validation/values/calendar';
import {
  hasOnlyFiniteNumbers,
  isJsonObject,
  type JsonObject,
} from '../../../platform/validation/values/json';
import { readLegacyRecord, type ShapedLegacyRecord } from './compiled-types';
import { withConvertedGlucose } from './convert-glucose';
import { idOfLink } from './identify';
import { parseLegacyTime } from './legacy-time';
import type { LegacyType } from './legacy-type';

/** A record that has passed all checks that do not depend on earlier ones. */
export interface LegacyRecord {
  /** Its index in the body. */
  readonly index: number;
  readonly kind: LegacyType;
  /**
   * The record as sent, with glucose in mmol/L, linked records replaced by their ids, and without `previous` and
   * server-generated fields. Its time is as sent.
   */
  readonly content: Record<string, unknown>;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The id of the record in `previous`. */
  readonly previousId?: string;
}

/** A valid batch, or all of its problems. */
export type PreparedLegacyBatch =
  | { readonly records: readonly LegacyRecord[] }
  | { readonly findings: readonly Finding[]; readonly index?: number };

/** Records that one step handles. */
const stepSize = 50;

/** Server-generated fields of a record. Some are refused, because they would imply a different history. */
const refused = ['_active', '_version'];
const dropped = new Set([
  ...['_id', '_userId', '_groupId', '_schemaVersion', '_state', '_deduplicator', '_archivedTime'],
  ...['createdTime', 'modifiedTime', 'deletedTime', 'archivedTime', 'archivedDatasetId'],
  ...['modifiedUserId', 'deletedUserId', 'deduplicator', 'provenance', 'revision', 'previous'],
]);

/**
 * Validates a legacy body, as parsed JSON: one record, or an array of records. Findings are in the order of the
 * body. Structural findings come alone, as for data sets, unless an earlier record is invalid: senders are told the first
 * one.
 */
export async function prepareLegacyBatch(body: unknown, work: LongWork): Promise<PreparedLegacyBatch> {
  const report = new FindingReport();
  const elements = isJsonObject(body) ? [body] : body;
  if (!Array.isArray(elements)) {
    report.add('type-not-array', 'The body must be a JSON object or an array of objects.');
    return { findings: report.findings.map(({ pointer: _pointer, ...finding }) => finding) };
  }
  const shaped = await readAll(elements, report, work);
  if (!report.isEmpty) {
    const earlier = new FindingReport();
    await checkAll(elements, shaped.slice(0, firstIndex(report)), earlier, work);
    return refusedFor(earlier.isEmpty ? report : earlier);
  }
  const records = await checkAll(elements, shaped, report, work);
  return report.isEmpty ? { records } : refusedFor(report);
}

const refusedFor = (report: FindingReport) => ({ findings: report.findings, index: firstIndex(report) });

/** The index of the first finding. */
const firstIndex = ({ findings: [first] }: FindingReport): number => Number(first?.pointer?.split('/')[1]);

async function readAll(
  elements: readonly unknown[],
  report: FindingReport,
  work: LongWork,
): Promise<(ShapedLegacyRecord | undefined)[]> {
  const shaped: (ShapedLegacyRecord | undefined)[] = [];
  for (const [index, element] of elements.entries()) {
    if (index % stepSize === 0) await work.pause();
    report.beginRecord(index);
    if (!isJsonObject(element)) report.add('type-not-object', 'Every record must be a JSON object.');
    shaped.push(isJsonObject(element) ? readLegacyRecord(element, report) : undefined);
  }
  return shaped;
}

async function checkAll(
  elements: readonly unknown[],
  shaped: readonly (ShapedLegacyRecord | undefined)[],
  report: FindingReport,
  work: LongWork,
): Promise<LegacyRecord[]> {
  const records: LegacyRecord[] = [];
  for (const [index, record] of shaped.entries()) {
    if (index % stepSize === 0) await work.pause();
    const raw = elements[index];
    if (!record || !isJsonObject(raw) || report.isFull) continue;
    report.beginRecord(index, record.meta);
    const before = report.findings.length;
    record.compiled.check(record.values, undefined, report);
    checkKeys(raw, report);
    const time = checkTime(record, report);
    const links = readLinks(raw, record.kind, report);
    if (report.findings.length > before || time === undefined) continue;
    checkWhole(raw, record.kind, report);
    records.push(toRecord(raw, record.kind, index, time, links));
  }
  return records;
}

function checkKeys(raw: JsonObject, report: FindingReport): void {
  for (const [key, value] of Object.entries(raw)) {
    if (refused.includes(key)) report.add('value-exists', `${key} is not for the sender to say.`, key);
    else if (!hasOnlyFiniteNumbers(value)) report.add('value-out-of-range', 'A number is too large.', key);
  }
}

function checkTime({ values }: ShapedLegacyRecord, report: FindingReport): number | undefined {
  if (typeof values.time !== 'string') return undefined;
  const time = parseLegacyTime(values.time);
  if (time === undefined) report.add('value-not-parsable', 'It is not a time with a zone.', 'time');
  return time;
}

function checkWhole(raw: JsonObject, { checks = [] }: LegacyType, report: FindingReport): void {
  for (const { field, detail, holds } of checks) {
    if (!holds(raw)) report.add('value-not-valid', detail, field);
  }
}

function readLinks(raw: JsonObject, { links = [] }: LegacyType, report: FindingReport): Map<string, string> {
  const ids = new Map<string, string>();
  for (const name of links) {
    const link = raw[name];
    if (link === undefined || link === null) continue;
    const id = idOfLink(link);
    if (id !== undefined) ids.set(name, id);
    else report.add('value-not-valid', 'It is neither a record id nor a record with an id.', name);
  }
  return ids;
}

function toRecord(
  raw: JsonObject,
  kind: LegacyType,
  index: number,
  time: number,
  links: ReadonlyMap<string, string>,
): LegacyRecord {
  const kept = Object.entries(raw)
    .filter(([key, value]) => value !== null && !dropped.has(key))
    .map(([key, value]): [string, unknown] => [key, links.get(key) ?? value]);
  const content: Record<string, unknown> = Object.fromEntries(kept);
  return {
    index,
    kind,
    content: kind.glucose ? withConvertedGlucose(content, kind.glucose) : content,
    time,
    previousId: links.get('previous'),
  };
}

/** The stored text of a record, with its id and time in the format that readers expect. */
export const storedContent = (
  { content, time }: Pick<LegacyRecord, 'content' | 'time'>,
  id: string,
): Record<string, unknown> => ({ ...content, id, time: instantText(time) });
