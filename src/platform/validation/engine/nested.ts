import { type FindingReport, quoted } from '../finding';
import { emptyDictionary, isJsonObject } from '../values/json';
import type { ListField } from '../vocabulary';
import type { CompiledObject, RecordSink, Shaped } from './compiled';
import { checkItemCount } from './limits';
import { checkScheduleStarts } from './schedule';

/** The validator of a nested value, which looks at nothing around it but the units handed down to it. */
export interface Nested<Value> {
  read(raw: unknown, key: string | number, report: FindingReport): Value | undefined;
  check(value: Value, key: string | number, units: string | undefined, report: FindingReport): void;
  normalize(value: Value, units: string | undefined, sink: RecordSink): unknown;
}

export function nestedObject(compiled: CompiledObject): Nested<Shaped> {
  return {
    read(raw, key, report) {
      if (!isJsonObject(raw)) {
        report.add('type-not-object', `Expected an object, found ${quoted(raw)}.`, key);
        return undefined;
      }
      report.enter(key);
      const values = compiled.read(raw, report);
      report.leave();
      return values;
    },
    check(values, key, units, report) {
      report.enter(key);
      compiled.check(values, units, report);
      report.leave();
    },
    normalize: (values, units, sink) => compiled.normalize(values, units, sink),
  };
}

type ListFacts = Pick<ListField, 'minItems' | 'maxItems' | 'emptyIsAbsent' | 'schedule'>;

/** A list of objects. A null among them stays in its place until the second stage reports it. */
export function nestedList(facts: ListFacts, item: Nested<Shaped>): Nested<readonly (Shaped | null)[]> {
  return {
    read(raw, key, report) {
      if (!Array.isArray(raw)) {
        report.add('type-not-array', `Expected an array, found ${quoted(raw)}.`, key);
        return undefined;
      }
      report.enter(key);
      const values = raw.map((element: unknown, index) => readOrNull(item, element, index, report));
      report.leave();
      return values;
    },
    check(values, key, units, report) {
      checkItemCount(facts, values.length, key, report);
      report.enter(key);
      values.forEach((value, index) => checkOrMissing(item, value, index, units, report));
      if (facts.schedule) checkScheduleStarts(values, report);
      report.leave();
    },
    normalize(values, units, sink) {
      if (facts.emptyIsAbsent && values.length === 0) return undefined;
      return values.map((value) => value && item.normalize(value, units, sink));
    },
  };
}

/** Values under names that the sender chose. A null among them stays until the second stage reports it. */
export function nestedMap<Value>(member: Nested<Value>): Nested<ReadonlyMap<string, Value | null>> {
  return {
    read(raw, key, report) {
      if (!isJsonObject(raw)) {
        report.add('type-not-object', `Expected an object, found ${quoted(raw)}.`, key);
        return undefined;
      }
      report.enter(key);
      const values = new Map<string, Value | null>();
      for (const name of Object.keys(raw)) values.set(name, readOrNull(member, raw[name], name, report));
      report.leave();
      return values;
    },
    check(values, key, units, report) {
      report.enter(key);
      for (const [name, value] of values) checkOrMissing(member, value, name, units, report);
      report.leave();
    },
    normalize(values, units, sink) {
      const result = emptyDictionary<unknown>();
      for (const [name, value] of values) result[name] = value && member.normalize(value, units, sink);
      return result;
    },
  };
}

function readOrNull<Value>(
  nested: Nested<Value>,
  raw: unknown,
  key: string | number,
  report: FindingReport,
): Value | null {
  return raw === null || raw === undefined ? null : (nested.read(raw, key, report) ?? null);
}

function checkOrMissing<Value>(
  nested: Nested<Value>,
  value: Value | null,
  key: string | number,
  units: string | undefined,
  report: FindingReport,
): void {
  if (value === null) return report.addMissing(key);
  nested.check(value, key, units, report);
}
