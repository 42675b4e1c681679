/** A JSON object that somebody else has sent. Nothing in it is taken for granted. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object of a name; an empty one when there is none. */
export const objectIn = (parent: Json, name: string): Json => {
  const value = parent[name];
  return isObject(value) ? value : {};
};

/** The text of a name; null when there is none, or an empty one. */
export const textIn = (parent: Json, name: string): string | null => {
  const value = parent[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const listIn = (parent: Json, name: string): unknown[] => {
  const value = parent[name];
  return Array.isArray(value) ? value : [];
};

/** The objects in the list of a name. */
export const objectsIn = (parent: Json, name: string): Json[] => listIn(parent, name).filter(isObject);

/** The texts in the list of a name, but for empty ones. */
export const textsIn = (parent: Json, name: string): string[] =>
  listIn(parent, name).filter((value): value is string => typeof value === 'string' && value !== '');
