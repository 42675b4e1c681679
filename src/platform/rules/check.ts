/** Possible problems of a value, and their titles. */
export const titles = {
  'value-not-exists': 'value does not exist',
  'value-exists': 'value exists',
  'value-empty': 'value is empty',
  'value-not-empty': 'value is not empty',
  'value-not-true': 'value is not true',
  'value-out-of-range': 'value is out of range',
  'value-not-allowed': 'value is not one of the allowed values',
  'value-not-matches': 'value has another form',
  'value-not-valid': 'value is not valid',
  'value-duplicate': 'value is a duplicate',
  'value-not-before': 'value is not before',
  'length-out-of-range': 'length is out of range',
} as const;

export type FindingCode = keyof typeof titles;

/** A problem of a value, and a sentence that explains it. */
export type Problem = readonly [code: FindingCode, detail: string];

/** Checks a value that is present; undefined if it is valid. */
export type Check<Value> = (value: Value) => Problem | undefined;
