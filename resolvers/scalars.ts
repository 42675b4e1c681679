import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { parseInstant } from '../src/platform/validation/values/calendar';
import { isoTime } from '../src/platform/clock';
import { badInput } from '../src/platform/errors';

export { GraphQLJSONObject as JsonObject };

/** Maximum nesting depth, as for REST bodies. */
const deepest = 64;

/** Throws when a value is nested too deep; stops at the maximum depth. */
function shallow(value: unknown, levels = deepest): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw badInput(`JSON may be nested ${deepest} levels deep and no deeper.`);
  for (const member of Object.values(value)) shallow(member, levels - 1);
  return value;
}

/** Any JSON value of limited depth. */
export const Json = new GraphQLScalarType({
  ...GraphQLJSON.toConfig(),
  parseValue: (value) => shallow(value),
  parseLiteral: (node, variables) => shallow(GraphQLJSON.parseLiteral(node, variables)),
});

function instant(value: unknown): number {
  const milliseconds = typeof value === 'string' ? parseInstant(value) : undefined;
  if (milliseconds === undefined)
    throw badInput(`"${String(value)}" is not a time such as 2024-05-06T07:08:09Z.`);
  return milliseconds;
}

/** An instant: milliseconds since the epoch internally, RFC 3339 text with a zone on the wire. */
export const DateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description:
    'An instant in RFC 3339 format with a zone, such as `2024-05-06T07:08:09.123Z`. Always returned in UTC with milliseconds.',
  serialize: (value) => (typeof value === 'number' ? isoTime(value) : String(value)),
  parseValue: instant,
  parseLiteral: (node) => instant(node.kind === Kind.STRING ? node.value : undefined),
});

function day(value: unknown): string {
  if (typeof value !== 'string') throw badInput(`"${String(value)}" is not a day such as 1990-05-06.`);
  return value;
}

/**
 * A calendar day as text. Which days a field accepts is a rule of the field, as in REST: whoever types a wrong one learns it
 * as `userErrors` of the change.
 */
export const CalendarDay = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A calendar day, `YYYY-MM-DD`, such as `1990-05-06`. It has no time zone.',
  serialize: String,
  parseValue: day,
  parseLiteral: (node) => day(node.kind === Kind.STRING ? node.value : undefined),
});

/** A whole number that may exceed 32 bits, such as a duration in milliseconds. */
export const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  description: 'An integer of up to 53 bits, such as a duration in milliseconds.',
  serialize: (value) => Number(value),
  parseValue: (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw badInput('A whole number is due here.');
    return value;
  },
  parseLiteral: (node) => {
    const number = node.kind === Kind.INT ? Number(node.value) : NaN;
    if (!Number.isSafeInteger(number)) throw badInput('A whole number is due here.');
    return number;
  },
});
