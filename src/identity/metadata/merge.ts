import { badInput } from '../../platform/errors';

/** A metadata collection: a JSON object whose fields are defined by clients. */
export type Collection = Record<string, unknown>;

const deepest = 64;
const tooDeep = () => badInput(`Values can be nested at most ${deepest} levels deep.`);

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

export const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a patch at the first level. A key of the patch replaces that key, `null` removes it, and a key with dots
 * is a path to one nested field. Throws on internal names of objects, on empty path segments and on values nested
 * more than 64 levels deep; the collection itself is not modified.
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

/** Throws when a name is invalid for a single field: an internal name of objects, empty, or too long. */
export function assertFieldName(name: string): void {
  if (name !== '' && name.length <= longestName && !forbiddenNames.has(name)) return;
  const detail = `A field name has 1 to ${longestName} characters and must not be an internal name of objects.`;
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail }]);
}

/** `depth` counts the objects and arrays around the value. */
function assertDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw tooDeep();
  for (const inner of Object.values(value)) assertDepth(inner, depth + 1);
}
