import type { Removal } from './deduplicators/removal';
import { object, objectType, text, time } from './record-types/builders';
import { CompiledTable } from './record-types/engine/compile-table';
import type { Shaped } from './record-types/engine/compiled';
import { FindingReport, type Finding } from './record-types/finding';
import { isJsonObject } from './record-types/values/json';

const deduplicator = objectType('DeduplicatorSelector', {
  description: 'Names records by their identity.',
  fields: [
    text('hash', { required: true, minLength: 1, maxLength: 1000, description: 'Identity of the record.' }),
  ],
});

const origin = objectType('OriginSelector', {
  description: 'Names records by where they come from.',
  fields: [
    text('id', { required: true, minLength: 1, maxLength: 100, description: 'Id at the origin.' }),
    time('time', { description: 'Time at the origin; it selects nothing.' }),
  ],
});

const selector = objectType('RecordSelector', {
  description: 'Names records of a data set in one of three ways.',
  fields: [
    text('id', { pattern: '^[0-9a-z]{32}$', description: 'Id of the record.' }),
    time('time', { description: 'Time of the record; it selects nothing.' }),
    object('deduplicator', deduplicator, { description: 'Names records by their identity.' }),
    object('origin', origin, { description: 'Names records by where they come from.' }),
  ],
});

const compiled = new CompiledTable([]).object(selector);

const ways = ['id', 'deduplicator', 'origin'] as const;
type Way = (typeof ways)[number];

/** An element after the check of its shape; null for one that is absent. */
interface Placed {
  index: number;
  values: Shaped | null;
}

/** Which records of a data set are to go, or everything that is wrong with the body that says so. */
export type PreparedSelectors = { readonly removal: Removal } | { readonly findings: readonly Finding[] };

/**
 * Validates selectors, the parsed JSON of a request body: an array of at least one, all of one way. What they say
 * beside their way is left alone, as in uploaded records.
 */
export function prepareSelectors(body: unknown): PreparedSelectors {
  const report = new FindingReport();
  if (!Array.isArray(body)) report.add('type-not-array', 'The body must be a JSON array of selectors.');
  else if (body.length === 0) report.add('value-empty', 'At least one selector is required.');
  if (!report.isEmpty) return { findings: report.findings };

  const placed = readSelectors(body as unknown[], report);
  const removal = report.isEmpty ? checkSelectors(placed, report) : undefined;
  return removal && report.isEmpty ? { removal } : { findings: report.findings };
}

function readSelectors(body: readonly unknown[], report: FindingReport): Placed[] {
  const placed: Placed[] = [];
  for (const [index, element] of body.entries()) {
    if (report.isFull) break;
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
    if (report.isFull) break;
    report.beginRecord(index);
    if (!shaped) {
      report.addMissing();
      continue;
    }
    compiled.check(shaped, undefined, report);
    const way = checkWay(shaped, report);
    if (!way) continue;
    common ??= way;
    if (way !== common) report.add('value-exists', `The selectors before this one name ${common}.`, way);
    values.add(valueOf(shaped, way));
  }
  return common && { by: columns[common], values: [...values] };
}

/** The one way in which a selector names records; undefined, after reporting, when there is none. */
function checkWay(shaped: Shaped, report: FindingReport): Way | undefined {
  const [way, ...others] = ways.filter((each) => shaped[each] !== undefined);
  if (!way) {
    report.add('values-not-exist-for-one', 'One of id, deduplicator and origin is required.');
    return undefined;
  }
  for (const other of others) report.add('value-exists', `A selector with ${way} has nothing else.`, other);
  if (way !== 'id' && shaped.time !== undefined) {
    report.add('value-exists', 'Only a selector with id may have a time.', 'time');
  }
  return way;
}

const columns = { id: 'id', deduplicator: 'hash', origin: 'originId' } as const;

function valueOf(shaped: Shaped, way: Way): string {
  if (way === 'id') return String(shaped.id);
  const { hash, id } = shaped[way] as { hash?: string; id?: string };
  return String(way === 'origin' ? id : hash);
}
