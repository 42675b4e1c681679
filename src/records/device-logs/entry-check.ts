import { parseInstant } from '../../platform/validation/values/calendar';
import { badInput, type ApiError, type Finding } from '../../platform/errors';
import { ArrayProblem, ArrayScanner } from './array-scanner';

/** Types of device log entries. */
const entryTypes = ['send', 'receive', 'error', 'delegate', 'delegateResponse', 'connection'];

/** Maximum number of findings listed for one log. */
const maximumFindings = 1000;

const titles: Record<string, string> = {
  'json-not-found': 'body is missing',
  'json-malformed': 'body is not JSON',
  'type-not-array': 'value is not an array',
  'length-out-of-range': 'length is out of range',
  'type-not-object': 'value is not an object',
  'type-not-string': 'value is not a string',
  'value-not-parsable': 'value cannot be read',
  'value-not-exists': 'value does not exist',
  'value-empty': 'value is empty',
  'value-not-allowed': 'value is not one of the allowed values',
};

/** Validates the entries of one device log while its bytes arrive. Entries may have additional keys. */
export class EntryCheck {
  /** Structural findings; if there are any, no others are returned. */
  private readonly ofShape: Finding[] = [];
  private readonly ofValues: Finding[] = [];
  private count = 0;
  private readonly scanner = new ArrayScanner((entry) => this.check(entry));

  /** Passes the pieces on unchanged. Throws once they turn out not to be a device log. */
  async *watch(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        this.scanner.push(piece);
        yield piece;
      }
      this.scanner.end();
    } catch (error) {
      throw error instanceof ArrayProblem ? refusal([toFinding(error.code, error.message)]) : error;
    }
    const findings = this.ofShape.length > 0 ? this.ofShape : this.ofValues;
    if (findings.length > 0) throw refusal(findings);
  }

  private check(entry: unknown): void {
    const index = this.count;
    this.count += 1;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      this.add(this.ofShape, 'type-not-object', 'An entry must be a JSON object.', `/${index}`);
      return;
    }
    const fields = entry as Record<string, unknown>;
    const type = this.text(fields, 'type', index);
    if (type !== undefined && !entryTypes.includes(type)) {
      this.add(
        this.ofValues,
        'value-not-allowed',
        `It is not one of ${entryTypes.join(', ')}.`,
        `/${index}/type`,
      );
    }
    for (const name of ['managerIdentifier', 'deviceIdentifier']) {
      if (this.text(fields, name, index) === '') {
        this.add(this.ofValues, 'value-empty', 'It must not be empty.', `/${index}/${name}`);
      }
    }
    const timestamp = this.text(fields, 'timestamp', index);
    if (timestamp !== undefined && parseInstant(timestamp) === undefined) {
      const detail = 'It is not a time with a zone, such as 2024-05-06T07:08:09Z.';
      this.add(this.ofShape, 'value-not-parsable', detail, `/${index}/timestamp`);
    }
    // May be empty: a phone must not lose a day of logs because of one empty line.
    this.text(fields, 'message', index);
  }

  /** The text of a key; undefined, with a finding, if there is none. */
  private text(fields: Record<string, unknown>, name: string, index: number): string | undefined {
    const value = fields[name];
    if (typeof value === 'string') return value;
    const pointer = `/${index}/${name}`;
    if (value === undefined || value === null) {
      this.add(this.ofValues, 'value-not-exists', 'A value is required here.', pointer);
    } else this.add(this.ofShape, 'type-not-string', 'It must be a string.', pointer);
    return undefined;
  }

  private add(findings: Finding[], code: string, detail: string, pointer: string): void {
    if (findings.length < maximumFindings) findings.push(toFinding(code, detail, pointer));
  }
}

const toFinding = (code: string, detail: string, pointer?: string): Finding => ({
  code,
  title: titles[code] ?? code,
  detail,
  ...(pointer !== undefined && { source: { pointer } }),
});

function refusal(findings: Finding[]): ApiError {
  const [first] = findings;
  const where = first?.source ? ` at ${first.source.pointer}` : '';
  return badInput(`The device log is invalid${where}: ${first?.detail ?? ''}`, findings);
}
