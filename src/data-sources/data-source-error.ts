import { invalidField } from '../data/refusal';

type ErrorObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is ErrorObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isError = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') ||
  isObject(value) ||
  (Array.isArray(value) && value.length > 0 && value.every(isObject));

/** Throws when the reason of a failure is none of a sentence, an object and a list of objects. */
export function assertError(error: unknown): void {
  if (error === undefined || isError(error)) return;
  const detail = 'The error is a text, an object, or an array of objects.';
  throw invalidField('value-not-valid', 'value is not valid', detail, '/error');
}

/** What people see of an error; the rest is about our insides. */
const shownKeys = ['code', 'title', 'detail', 'source', 'meta'];

const rootCause = (error: ErrorObject): ErrorObject =>
  isObject(error.cause) ? rootCause(error.cause) : error;

function shownObject(error: ErrorObject): ErrorObject {
  const root = rootCause(error);
  const shown = root.code === 'unauthenticated' ? root : error;
  return Object.fromEntries(Object.entries(shown).filter(([key]) => shownKeys.includes(key)));
}

/**
 * The reason of a failure as the account holder may see it: without causes and insides. When it all comes from the
 * provider not letting us in any more, that is what they see: they can do something about it.
 */
export function errorForPeople(error: string | object): unknown {
  if (Array.isArray(error)) return error.filter(isObject).map(shownObject);
  return isObject(error) ? shownObject(error) : error;
}
