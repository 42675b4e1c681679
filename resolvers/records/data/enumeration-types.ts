import { registerEnumType } from 'type-graphql';
import type { Enumeration } from '../../../src/platform/validation/vocabulary';
import { GlucoseUnits } from './glucose-units';

const registered = new Map<string, object>([['GlucoseUnits', GlucoseUnits]]);

/** `dual/square` becomes DUAL_SQUARE, `slowFall` SLOW_FALL; both spellings of a unit become one name. */
export const enumName = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, (match, before: string, after: string, _offset: number, all: string) =>
      /[/]/.test(all) ? match : `${before}_${after}`,
    )
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();

/** The GraphQL enum for a closed set of values in the table of record types. */
export function enumerationType(enumeration: Enumeration): object {
  const known = registered.get(enumeration.graphqlName);
  if (known) return known;
  const values: Record<string, string> = {};
  const valuesConfig: Record<string, { description: string }> = {};
  for (const [word, description] of Object.entries(enumeration.values)) {
    const name = enumName(word);
    if (name in values) continue;
    values[name] = word;
    valuesConfig[name] = { description };
  }
  registerEnumType(values, {
    name: enumeration.graphqlName,
    description: enumeration.description,
    valuesConfig,
  });
  registered.set(enumeration.graphqlName, values);
  return values;
}
