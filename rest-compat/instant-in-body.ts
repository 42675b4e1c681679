import { parseInstant } from '../src/platform/validation/values/calendar';
import { badInput } from '../src/platform/errors';
import type { BodyReader } from './json-body';

/** An instant in a body, in the format of the graph. Throws unless it is RFC 3339 text with a zone. */
export function instantIn(fields: BodyReader, name: string): string | undefined {
  const value = fields.optional(name, 'string');
  if (value === undefined || parseInstant(value) !== undefined) return value;
  const detail = `"${value}" is not a time with a zone, such as 2024-05-06T07:08:09Z.`;
  const source = { pointer: fields.pointer(name) };
  throw badInput(detail, [{ code: 'value-not-parsable', title: 'value cannot be read', detail, source }]);
}
