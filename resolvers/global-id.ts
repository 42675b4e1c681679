/** What a global id names: a type, and the values that identify an entity of it. */
export interface Named {
  type: string;
  key: readonly string[];
}

/** Ids of other services are longer than ours, but no key is. */
const longest = 1_000;

/** The id of an entity, unlike any other: `Type:value:value` in base64url, with each value percent-encoded. */
export const globalId = (type: string, key: readonly string[]): string =>
  Buffer.from([type, ...key.map(encodeURIComponent)].join(':')).toString('base64url');

/** What a global id names; null for any other text. There is exactly one id for each entity. */
export function namedBy(id: string): Named | null {
  if (id.length > longest) return null;
  const [type = '', ...values] = Buffer.from(id, 'base64url').toString().split(':');
  if (!/^[A-Z]\w+$/.test(type) || values.length === 0) return null;
  try {
    const key = values.map(decodeURIComponent);
    return globalId(type, key) === id ? { type, key } : null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Whether a text may be an id that a type has of its own. */
export const mayBeOwnId = (id: string): boolean => id !== '' && id.length <= longest;
