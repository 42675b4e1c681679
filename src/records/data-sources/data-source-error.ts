import { invalidField } from '../../platform/validation/refusal';

type ErrorObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is ErrorObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const saysWhy = (value: unknown): boolean =>
  isObject(value) &&
  [value.code, value.title, value.detail].some((text) => typeof text === 'string' && text !== '');

const isError = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') ||
  saysWhy(value) ||
  (Array.isArray(value) && value.length > 0 && value.every(saysWhy));

/** Throws unless an error is a string, an object that says why, or a list of such objects. */
export function assertError(error: unknown): void {
  if (error === undefined || isError(error)) return;
  const detail =
    'The error must be a string, or an object with a code, title or detail, or an array of such objects.';
  throw invalidField('value-not-valid', 'value is not valid', detail, '/error');
}

/** The parts of an error that people see; the rest is internal. */
const shownKeys = ['code', 'title', 'detail', 'source', 'meta'];

const rootCause = (error: ErrorObject): ErrorObject =>
  isObject(error.cause) ? rootCause(error.cause) : error;

function shownObject(error: ErrorObject): ErrorObject {
  const root = rootCause(error);
  const shown = root.code === 'unauthenticated' ? root : error;
  return Object.fromEntries(Object.entries(shown).filter(([key]) => shownKeys.includes(key)));
}

/**
 * The error as shown to the account owner: without causes and internals. If every cause is that the provider denies
 * access, that is what they see, because they can fix it.
 */
export function errorForPeople(error: string | object): unknown {
  if (Array.isArray(error)) return error.filter(isObject).map(shownObject);
  return isObject(error) ? shownObject(error) : error;
}
