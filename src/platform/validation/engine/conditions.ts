import type { Condition, SiblingLimit, UnitsPath } from '../vocabulary';
import type { Shaped } from './compiled';

/** Whether a condition holds for the fields of an object. */
export type Predicate = (values: Shaped) => boolean;

/** Finds the units of a value, given its siblings and the units handed down to the enclosing object. */
export type UnitsLookup = (siblings: Shaped, handedDown: string | undefined) => string | undefined;

export function compileCondition(condition: Condition): Predicate {
  if ('field' in condition) {
    const accepted: ReadonlySet<unknown> = new Set(condition.in);
    const readValue = compilePath(condition.field);
    return (values) => accepted.has(readValue(values));
  }
  if ('anyPresent' in condition) {
    return (values) => condition.anyPresent.some((name) => values[name] !== undefined);
  }
  return (values) => condition.allAbsent.every((name) => values[name] === undefined);
}

/** The value of a sibling that replaces a limit, or undefined when it is absent or itself out of range. */
export function compileSiblingLimit(limit: SiblingLimit): (siblings: Shaped) => number | undefined {
  const [minimum, maximum] = limit.within;
  return (siblings) => {
    const value = siblings[limit.field];
    const applies = typeof value === 'number' && value >= minimum && (maximum === null || value <= maximum);
    return applies ? value : undefined;
  };
}

export function compileUnitsPath(path: UnitsPath | undefined): UnitsLookup {
  if (path === undefined) return () => undefined;
  if (path === '^') return (_siblings, handedDown) => handedDown;
  const readValue = compilePath(path);
  return (siblings) => asText(readValue(siblings));
}

/** Reads a sibling, or a field within one. */
function compilePath(path: string): (siblings: Shaped) => unknown {
  const [name = '', member] = path.split('.');
  if (member === undefined) return (siblings) => siblings[name];
  return (siblings) => (siblings[name] as Shaped | undefined)?.[member];
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
