import { badInput } from '../src/platform/errors';

/** The enum value in the graph for a value on the wire. Throws when there is none. */
export function enumName<Name extends string>(
  names: Readonly<Record<string, string>>,
  pointer: string,
  value: string,
): Name {
  const name = Object.keys(names).find((each) => names[each] === value);
  if (name !== undefined) return name as Name;
  const detail = `"${value}" is none of ${Object.values(names).join(', ')}.`;
  throw badInput(detail, [
    { code: 'value-not-allowed', title: 'value is not allowed', detail, source: { pointer } },
  ]);
}
