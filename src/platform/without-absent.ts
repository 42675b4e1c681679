/** An object without its members that are undefined. */
export const withoutUndefined = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));

/** A JSON value without members that are undefined or null, at any depth. */
export function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutAbsent(member)]));
}
