import { badInput } from '../errors';

/** A collection of metadata: a JSON object whose fields the clients define. */
export type Collection = Record<string, unknown>;

const deepest = 64;
const tooDeep = () => badInput(`Values may be nested ${deepest} levels deep at most.`);

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

export const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a patch at the first level. A key of the patch replaces the value under that key, `null` removes it, and a
 * key with dots is a path to one nested field. Throws on the names of object internals, on empty path segments and on
 * values that are nested deeper than 64 levels; the collection itself is not changed.
 */
export function mergeCollection(current: Collection, patch: Collection): Collection {
  const merged = structuredClone(current);
  for (const [key, value] of Object.entries(patch)) setAt(merged, key, value);
  return merged;
}

function setAt(collection: Collection, key: string, value: unknown): void {
  const path = key.split('.');
  if (path.length > deepest) throw tooDeep();
  assertDepth(value, path.length);
  if (path.some((name) => name === '')) throw badInput(`The field name "${key}" has an empty part.`);
  if (path.some((name) => forbiddenNames.has(name)))
    throw badInput(`The field name "${key}" is not allowed.`);
  let place = collection;
  for (const name of path.slice(0, -1)) {
    const next = place[name];
    if (isCollection(next)) {
      place = next;
    } else {
      if (value === null) return;
      place = place[name] = {} as Collection;
    }
  }
  const last = path.at(-1) ?? key;
  if (value === null) delete place[last];
  else place[last] = value;
}

const longestName = 255;

/** Throws when a name is no name for a single field: the names of object internals, nothing, or too long. */
export function assertFieldName(name: string): void {
  if (name !== '' && name.length <= longestName && !forbiddenNames.has(name)) return;
  const detail = `A field name has 1 to ${longestName} characters and is not that of an object's internals.`;
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail }]);
}

/** `depth` counts the objects and arrays around the value. */
function assertDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw tooDeep();
  for (const inner of Object.values(value)) assertDepth(inner, depth + 1);
}
