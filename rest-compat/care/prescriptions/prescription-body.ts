import { badInput, type Finding } from '../../../src/platform/errors';
import type { PrescriptionAttributesInput } from '../../generated/operations';
import { isJsonBody } from '../../json-body';
import type { JsonSchema } from '../../route';
import { attributes, object } from './prescription-attributes';

const kinds = {
  string: { code: 'type-not-string', what: 'a text', is: (value: unknown) => typeof value === 'string' },
  boolean: {
    code: 'type-not-bool',
    what: 'true or false',
    is: (value: unknown) => typeof value === 'boolean',
  },
  integer: {
    code: 'type-not-int',
    what: 'a whole number of up to 31 bits',
    is: (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  },
  number: { code: 'type-not-float', what: 'a number', is: (value: unknown) => Number.isFinite(value) },
} as const;

type Kind = keyof typeof kinds;

/** What a body has besides the attributes. */
const besides = object({ createdUserId: { type: 'string' }, revisionHash: { type: 'string' } });

/** Maximum number of findings in a response. */
const mostFindings = 500;

/** Reads the properties of a schema from a body; null counts as absent, unknown ones are omitted. */
class SchemaReader {
  readonly findings: Finding[] = [];

  private complain(pointer: string, code: string, what: string): undefined {
    if (this.findings.length < mostFindings)
      this.findings.push({
        code,
        title: 'value has another type',
        detail: `It is not ${what}.`,
        source: { pointer },
      });
  }

  read(value: unknown, schema: JsonSchema, pointer: string): unknown {
    if (schema.type === 'object') return this.readObject(value, schema, pointer);
    if (schema.type === 'array') return this.readList(value, schema.items as JsonSchema, pointer);
    const { code, what, is } = kinds[schema.type as Kind];
    return is(value) ? value : this.complain(pointer, code, what);
  }

  private readList(value: unknown, item: JsonSchema, pointer: string): unknown[] | undefined {
    if (!Array.isArray(value)) return this.complain(pointer, 'type-not-array', 'a list');
    return value.map((each: unknown, index) => this.read(each, item, `${pointer}/${index}`));
  }

  readObject(
    value: unknown,
    { properties }: JsonSchema,
    pointer: string,
  ): Record<string, unknown> | undefined {
    if (!isJsonBody(value)) return this.complain(pointer, 'type-not-object', 'an object');
    const members = Object.entries(properties as Record<string, JsonSchema>)
      .filter(([name]) => value[name] !== undefined && value[name] !== null)
      .map(([name, member]) => [name, this.read(value[name], member, `${pointer}/${name}`)] as const);
    return Object.fromEntries(members);
  }
}

/** A revision as sent by clients: attributes and hash are on the same level. Throws a finding for every wrong type. */
export function readRevision(body: unknown) {
  const reader = new SchemaReader();
  const read = reader.readObject(body, object(attributes), '') ?? {};
  const rest = isJsonBody(body) ? reader.readObject(body, besides, '') : undefined;
  if (reader.findings.length > 0) throw badInput('The prescription is not valid.', reader.findings);
  return {
    attributes: read as PrescriptionAttributesInput,
    revisionHash: rest?.revisionHash as string | undefined,
    createdUserId: rest?.createdUserId as string | undefined,
  };
}
