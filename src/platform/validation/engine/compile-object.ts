import type { Field, ObjectType } from '../vocabulary';
import type { CompiledObject, Compiler, Shaped, ValueRules } from './compiled';
import { compileField } from './compile-field';
import { compileCondition, type Predicate } from './conditions';
import { compileRule } from './object-checks';

interface CompiledField {
  readonly name: string;
  readonly storedAs: string;
  readonly rules: ValueRules<unknown>;
  /** Called for an absent field. */
  readonly isMissing: Predicate;
  /** Called for a present field. */
  readonly isForbidden: Predicate;
}

interface ObjectFacts extends Pick<ObjectType, 'fields' | 'rules'> {
  readonly isRecord?: boolean;
}

const never: Predicate = () => false;
const always: Predicate = () => true;

/**
 * The validator of one kind of object.
 *
 * @param register is given the validator before its fields are compiled, because they may contain the same
 *   kind of object again
 */
export function compileObject<Compiled extends CompiledObject>(
  facts: ObjectFacts,
  compiler: Compiler,
  register: (object: CompiledObject) => Compiled,
): Compiled {
  const fields: CompiledField[] = [];
  const checks = (facts.rules ?? []).map((rule) => compileRule(rule, facts.isRecord === true));

  const compiled = register({
    read(raw, report) {
      const values: Shaped = {};
      for (const { name, rules } of fields) {
        const member = raw[name];
        if (member !== undefined && member !== null) values[name] = rules.read(member, name, report);
      }
      return values;
    },

    check(values, units, report) {
      for (const { name, rules, isMissing, isForbidden } of fields) {
        const value = values[name];
        if (value === undefined) {
          if (isMissing(values)) report.addMissing(name);
        } else if (isForbidden(values)) {
          report.add('value-exists', `${name} contradicts the other values.`, name);
        } else {
          rules.check?.(value, name, values, units, report);
        }
      }
      for (const check of checks) check(values, units, report);
    },

    normalize(values, units, sink) {
      const result: Record<string, unknown> = {};
      for (const { name, storedAs, rules } of fields) {
        const value = values[name];
        if (value === undefined) continue;
        const stored = rules.normalize ? rules.normalize(value, values, units, sink) : value;
        if (stored !== undefined) result[storedAs] = stored;
      }
      return result;
    },
  });

  for (const field of facts.fields) {
    fields.push({
      name: field.name,
      storedAs: field.returnedAs ?? field.name,
      rules: compileField(field, compiler),
      isMissing: compileMissing(field),
      isForbidden: compileForbidden(field),
    });
  }
  return compiled;
}

/** A field that must be absent is not required at the same time. */
function compileMissing(field: Field): Predicate {
  if (field.required) return always;
  if (!field.requiredWhen) return never;
  const isRequired = compileCondition(field.requiredWhen);
  const isForbidden = compileForbidden(field);
  return (values) => isRequired(values) && !isForbidden(values);
}

function compileForbidden({ allowedWhen, forbiddenWhen }: Field): Predicate {
  if (!allowedWhen && !forbiddenWhen) return never;
  const isAllowed = allowedWhen ? compileCondition(allowedWhen) : always;
  const isForbidden = forbiddenWhen ? compileCondition(forbiddenWhen) : never;
  return (values) => !isAllowed(values) || isForbidden(values);
}
