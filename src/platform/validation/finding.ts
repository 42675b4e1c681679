/** What a finding's code says in a few words. The first group is about the shape of the JSON alone. */
export const findingTitles = {
  'json-malformed': 'body is not a JSON array',
  'type-not-object': 'value is not an object',
  'type-not-array': 'value is not an array',
  'type-not-string': 'value is not a string',
  'type-not-bool': 'value is not a boolean',
  'type-not-int': 'value is not a whole number',
  'type-not-float64': 'value is not a number',
  'type-not-time': 'value is not a time',
  'value-not-parsable': 'value cannot be read',
  'not-parsed': 'value is not known here',

  'value-not-exists': 'value does not exist',
  'value-exists': 'value exists',
  'value-empty': 'value is empty',
  'value-duplicate': 'value is a duplicate',
  'value-out-of-range': 'value is out of range',
  'value-not-allowed': 'value is not one of the allowed values',
  'value-not-valid': 'value is not valid',
  'value-not-after': 'value is not after the specified time',
  'value-not-before': 'value is not before the specified time',
  'values-not-exist-for-any': 'none of several values exists',
  'values-not-exist-for-one': 'none of several alternatives exists',
  'length-out-of-range': 'length is out of range',
  'size-out-of-range': 'size is out of range',
} as const;

export type FindingCode = keyof typeof findingTitles;

/** One thing that is wrong with an uploaded batch. */
export interface Finding {
  readonly code: FindingCode;
  readonly title: string;
  /** A sentence for people. */
  readonly detail: string;
  /** RFC 6901 pointer into the body; absent when the finding is about the body as a whole. */
  readonly pointer?: string;
  /** The `type` of the record and, where it has one, its `subType` or `deliveryType`. */
  readonly meta?: Readonly<Record<string, string>>;
}

/** Maximum number of findings listed for one batch; the others are only counted. */
export const maximumFindings = 1000;

/** Longer texts are cut when a message repeats them. */
const maximumQuotedLength = 100;

/** The problems of a body. */
export interface Problems {
  /** The first of them. */
  readonly findings: readonly Finding[];
  /** How many there are. */
  readonly count: number;
}

/** Collects the findings of a batch and tracks the validator's position in the body. */
export class FindingReport implements Problems {
  readonly findings: Finding[] = [];
  count = 0;
  private readonly path: (string | number)[] = [];
  private meta?: Readonly<Record<string, string>>;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get isFull(): boolean {
    return this.findings.length >= maximumFindings;
  }

  /** Starts on the record at an index of the body. */
  beginRecord(index: number, meta?: Readonly<Record<string, string>>): void {
    this.path.length = 0;
    this.path.push(index);
    this.meta = meta;
  }

  /** Says what the current record is, once that is known. Findings in embedded records keep the outer one's. */
  describeRecord(meta: Readonly<Record<string, string>>): void {
    if (this.path.length === 1) this.meta = meta;
  }

  /** Goes one level down, to a member or an element. Every call is paired with one of `leave`. */
  enter(key: string | number): void {
    this.path.push(key);
  }

  leave(): void {
    this.path.pop();
  }

  /** Adds a finding about a member or an element of the current place, or about the place itself. */
  add(code: FindingCode, detail: string, key?: string | number): void {
    this.count += 1;
    if (this.isFull) return;
    const path = key === undefined ? this.path : [...this.path, key];
    const finding = { code, title: findingTitles[code], detail, pointer: toPointer(path) };
    this.findings.push(this.meta ? { ...finding, meta: this.meta } : finding);
  }

  /** A required value is missing. */
  addMissing(key?: string | number): void {
    this.add('value-not-exists', 'A value is required here.', key);
  }
}

/** A value as repeated in messages: texts are cut, and objects and arrays are only named. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(
    value.length > maximumQuotedLength ? `${value.slice(0, maximumQuotedLength)}...` : value,
  );
}

function toPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
