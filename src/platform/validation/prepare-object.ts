import { CompiledTable } from './engine/compile-table';
import { type Finding, FindingReport } from './finding';
import type { ObjectType } from './vocabulary';
import { isJsonObject } from './values/json';

/** A valid object, or all of its problems. */
export type PreparedObject =
  { readonly content: Readonly<Record<string, unknown>> } | { readonly findings: readonly Finding[] };

const compiler = new CompiledTable([]);

/**
 * Validates and normalizes a single object by its type, such as the body of a request. Unlike in records, unknown
 * keys are findings; `ignored` names those that are accepted anyway.
 */
export function prepareObject(type: ObjectType, body: unknown, ignored: ReadonlySet<string>): PreparedObject {
  const report = new FindingReport();
  if (!isJsonObject(body)) {
    report.add('type-not-object', 'The body must be a JSON object.');
    return { findings: report.findings };
  }
  const known = new Set(type.fields.map((field) => field.name));
  for (const key of Object.keys(body)) {
    if (known.has(key) || ignored.has(key)) continue;
    report.add('not-parsed', 'There is no field with this name.', key);
  }
  const compiled = compiler.object(type);
  const values = compiled.read(body, report);
  if (report.isEmpty) compiled.check(values, undefined, report);
  if (!report.isEmpty) return { findings: report.findings };
  return { content: compiled.normalize(values, undefined, () => '') };
}
