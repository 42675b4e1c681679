/** A JSON object from an external sender. Its fields are not validated. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a field; an empty one if there is none. */
export const objectIn = (parent: Json, name: string): Json => {
  const value = parent[name];
  return isObject(value) ? value : {};
};

/** The text in a field; null if it is absent or empty. */
export const textIn = (parent: Json, name: string): string | null => {
  const value = parent[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const listIn = (parent: Json, name: string): unknown[] => {
  const value = parent[name];
  return Array.isArray(value) ? value : [];
};

/** The objects in a list field. */
export const objectsIn = (parent: Json, name: string): Json[] => listIn(parent, name).filter(isObject);

/** The texts in a list field, without empty ones. */
export const textsIn = (parent: Json, name: string): string[] =>
  listIn(parent, name).filter((value): value is string => typeof value === 'string' && value !== '');
