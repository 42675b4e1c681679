export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, which in JSON an array is not. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object that takes any key as its own, `__proto__` too. */
export function emptyDictionary<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

/** The object without its null members, for free-form objects where null means absent. */
export function withoutNullMembers(value: JsonObject): JsonObject {
  if (!Object.values(value).includes(null)) return value;
  return dictionary(Object.entries(value).filter(([, member]) => member !== null));
}

/** Whether every number in a JSON value is finite. A parser reads `1e999` as infinity, which JSON cannot hold. */
export function hasOnlyFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasOnlyFiniteNumbers);
}

/** A text that is equal for two JSON values exactly if they are deeply equal, regardless of key order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

function dictionary(members: readonly (readonly [string, unknown])[]): JsonObject {
  const result = emptyDictionary<unknown>();
  for (const [key, member] of members) result[key] = member;
  return result;
}
