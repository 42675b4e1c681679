import {
  defaultFieldResolver,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { badInput, type ApiError } from '../platform/errors';
import { findingAt } from '../platform/rules/finding';

type Values = Record<string, unknown>;

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** The names of mutations that change parts of something. */
const changing = /^(update|edit|configure)[A-Z]/;

/** Arguments or input fields. */
type Fields = readonly (GraphQLArgument | GraphQLInputField)[];

/**
 * Gives null in arguments and input fields its meaning.
 *
 * In the input of an update, an edit or a configuration, absent keeps the value and null clears it: null reaches the resolver of a field that is
 * `clearable`, or becomes an entry of the input's list `clear` where that knows the field. Any other null is refused,
 * so that nobody takes an ignored one for a change. The same holds within fields that hold `changes`.
 *
 * Everywhere else null means absent, at any depth. Scalar values stay unchanged, because null has a meaning inside
 * JSON. Only fields with arguments are wrapped: a page of a list has thousands without.
 */
export function readNulls(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()).filter(({ args }) => args.length > 0)) {
      const isUpdate = type === schema.getMutationType() && changing.test(field.name);
      const read = isUpdate ? readUpdate : dropNulls;
      field.resolve = readingArguments(read, field.args, field.resolve ?? defaultFieldResolver);
      if (field.subscribe) field.subscribe = readingArguments(read, field.args, field.subscribe);
    }
  }
  return schema;
}

const readingArguments =
  (read: (values: Values, fields: Fields) => void, fields: Fields, resolve: Resolver): Resolver =>
  (parent, args: Values, context, info) => {
    read(args, fields);
    return resolve(parent, args, context, info);
  };

function readUpdate(args: Values, fields: Fields): void {
  for (const { name, type } of fields) {
    const named = getNamedType(type);
    const input = args[name];
    if (isInputObjectType(named) && isValues(input)) readChanges(input, Object.values(named.getFields()), '');
  }
}

/** @param place the input's place in the arguments, such as `/set` */
function readChanges(input: Values, fields: Fields, place: string): void {
  const clear = fields.find(({ name }) => name === 'clear');
  const cleared: string[] = [];
  for (const field of fields) {
    const { name, extensions } = field;
    if (input[name] !== null) readWithin(input[name], field, `${place}/${name}`);
    else if (extensions.clearable) continue;
    else if (clear && isNamedBy(clear, name)) cleared.push(name);
    else if (field !== clear) throw notClearable(name, place);
    if (input[name] === null) delete input[name];
  }
  if (cleared.length > 0) input.clear = [input.clear ?? [], cleared].flat();
}

function notClearable(name: string, place: string): ApiError {
  const message = `"${name}" cannot be cleared. Leave it out to keep its value.`;
  return badInput(message, [findingAt(`${place}/${name}`, ['value-not-valid', message])]);
}

function readWithin(value: unknown, { type, extensions }: Fields[number], place: string): void {
  const named = getNamedType(type);
  if (extensions.changes && isInputObjectType(named) && isValues(value))
    readChanges(value, Object.values(named.getFields()), place);
  else dropNullsWithin(value, type);
}

/** Whether a list of fields to clear knows a field: by the values behind its names. */
function isNamedBy({ type }: Fields[number], field: string): boolean {
  const named = getNamedType(type);
  return isEnumType(named) && named.getValues().some(({ value }) => value === field);
}

function dropNulls(values: Values, fields: Fields): void {
  for (const { name, type } of fields) {
    if (values[name] === null) delete values[name];
    else dropNullsWithin(values[name], type);
  }
}

function dropNullsWithin(value: unknown, type: GraphQLInputType): void {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return;
  for (const each of [value].flat()) if (isValues(each)) dropNulls(each, Object.values(named.getFields()));
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;
