import { quoted } from '../finding';
import { describeFormatProblem, formatProblem } from '../values/formats';
import { isJsonObject } from '../values/json';
import type { RecordField } from '../vocabulary';
import type { Compiler, ShapedRecord, ValueRules } from './compiled';

/** Records embedded in a record, or the id of one that was sent separately. The id is stored. */
export function recordRules(field: RecordField, compiler: Compiler): ValueRules<ShapedRecord | string> {
  return {
    read(raw, key, report) {
      if (typeof raw === 'string') return raw;
      if (!isJsonObject(raw)) {
        report.add('type-not-object', `Expected an object, found ${quoted(raw)}.`, key);
        return undefined;
      }
      report.enter(key);
      const record = compiler.readRecord(raw, report, field.record);
      report.leave();
      return record;
    },
    check(value, key, _siblings, _units, report) {
      if (typeof value === 'string') {
        const problem = formatProblem('recordId', value);
        if (problem)
          report.add(problem, `${quoted(value)} ${describeFormatProblem('recordId', value)}.`, key);
        return;
      }
      report.enter(key);
      value.compiled.check(value.values, undefined, report);
      report.leave();
    },
    normalize: (value, _siblings, _units, sink) =>
      typeof value === 'string' ? value : sink(value, field.name),
  };
}
