import type { Removal } from './deduplicators/removal';
import { object, objectType, text, time } from '../../platform/validation/builders';
import { CompiledTable } from '../../platform/validation/engine/compile-table';
import type { Shaped } from '../../platform/validation/engine/compiled';
import { FindingReport, type Problems } from '../../platform/validation/finding';
import { isJsonObject } from '../../platform/validation/values/json';

const deduplicator = objectType('DeduplicatorSelector', {
  description: 'Selects records by identity.',
  fields: [
    text('hash', { required: true, minLength: 1, maxLength: 1000, description: 'Identity of the record.' }),
  ],
});

const origin = objectType('OriginSelector', {
  description: 'Selects records by origin.',
  fields: [
    text('id', { required: true, minLength: 1, maxLength: 100, description: 'Id at the origin.' }),
    time('time', { nonZero: true, description: 'Time at the origin; has no effect on the selection.' }),
  ],
});

const selector = objectType('RecordSelector', {
  description: 'Selects records of a data set in one of three ways.',
  fields: [
    text('id', { pattern: '^[0-9a-z]{32}$', description: 'Id of the record.' }),
    time('time', { nonZero: true, description: 'Time of the record; has no effect on the selection.' }),
    object('deduplicator', deduplicator, { description: 'Selects records by identity.' }),
    object('origin', origin, { description: 'Selects records by origin.' }),
  ],
});

const compiled = new CompiledTable([]).object(selector);

const ways = ['id', 'deduplicator', 'origin'] as const;
type Way = (typeof ways)[number];

/** An element after the structural check; null for one that is absent. */
interface Placed {
  index: number;
  values: Shaped | null;
}

/** The records of a data set to remove, or the problems of the body. */
export type PreparedSelectors = { readonly removal: Removal } | Problems;

/**
 * Validates selectors, the parsed JSON of a request body: an array of at least one, all of the same kind. Other
 * fields are ignored, as in uploaded records.
 */
export function prepareSelectors(body: unknown): PreparedSelectors {
  const report = new FindingReport();
  if (!Array.isArray(body)) report.add('type-not-array', 'The body must be a JSON array of selectors.');
  else if (body.length === 0) report.add('value-empty', 'At least one selector is required.');
  if (!report.isEmpty) return report;

  const placed = readSelectors(body as unknown[], report);
  const removal = report.isEmpty ? checkSelectors(placed, report) : undefined;
  return removal && report.isEmpty ? { removal } : report;
}

function readSelectors(body: readonly unknown[], report: FindingReport): Placed[] {
  const placed: Placed[] = [];
  for (const [index, element] of body.entries()) {
    report.beginRecord(index);
    if (element === null || element === undefined) placed.push({ index, values: null });
    else if (isJsonObject(element)) placed.push({ index, values: compiled.read(element, report) });
    else report.add('type-not-object', 'Every selector must be a JSON object.');
  }
  return placed;
}

function checkSelectors(placed: readonly Placed[], report: FindingReport): Removal | undefined {
  let common: Way | undefined;
  const values = new Set<string>();
  for (const { index, values: shaped } of placed) {
    report.beginRecord(index);
    if (!shaped) {
      report.addMissing();
      continue;
    }
    compiled.check(shaped, undefined, report);
    const way = checkWay(shaped, report);
    if (!way) continue;
    common ??= way;
    if (way !== common) report.add('value-exists', `The preceding selectors use ${common}.`, way);
    values.add(selectorValue(shaped, way));
  }
  return common && { by: columns[common], values: [...values] };
}

/** The kind of a selector; undefined, after reporting, if it has none. */
function checkWay(shaped: Shaped, report: FindingReport): Way | undefined {
  const [way, ...others] = ways.filter((each) => shaped[each] !== undefined);
  if (!way) {
    report.add('values-not-exist-for-one', 'One of id, deduplicator and origin is required.');
    return undefined;
  }
  for (const other of others)
    report.add('value-exists', `A selector with ${way} must not have other fields.`, other);
  if (way !== 'id' && shaped.time !== undefined) {
    report.add('value-exists', 'Only a selector with id may have a time.', 'time');
  }
  return way;
}

const columns = { id: 'id', deduplicator: 'hash', origin: 'originId' } as const;

function selectorValue(shaped: Shaped, way: Way): string {
  if (way === 'id') return String(shaped.id);
  const { hash, id } = shaped[way] as { hash?: string; id?: string };
  return String(way === 'origin' ? id : hash);
}
