import type { ListField, ListMapField, MapField, ObjectField, UnitsPath } from '../vocabulary';
import type { Compiler, ValueRules } from './compiled';
import { compileUnitsPath } from './conditions';
import { type Nested, nestedList, nestedMap, nestedObject } from './nested';

type StructuredField = ObjectField | ListField | MapField | ListMapField;

/** Nested objects of one type: alone, in a list, or under names of the sender's choice. */
export function objectRules(field: StructuredField, compiler: Compiler): ValueRules<unknown> {
  const object = nestedObject(compiler.object(field.object));
  switch (field.kind) {
    case 'object':
      return withUnits(field.unitsFrom, object);
    case 'list':
      return withUnits(field.unitsFrom, nestedList(field, object));
    case 'map':
      return withUnits(field.unitsFrom, nestedMap(object));
    case 'listMap':
      return withUnits(field.unitsFrom, nestedMap(nestedList({ schedule: field.schedule }, object)));
  }
}

/** Hands the units found at a path down to the nested value. */
function withUnits<Value>(path: UnitsPath | undefined, nested: Nested<Value>): ValueRules<Value> {
  const readUnits = compileUnitsPath(path);
  return {
    read: (raw, key, report) => nested.read(raw, key, report),
    check: (value, key, siblings, units, report) =>
      nested.check(value, key, readUnits(siblings, units), report),
    normalize: (value, siblings, units, sink) => nested.normalize(value, readUnits(siblings, units), sink),
  };
}
