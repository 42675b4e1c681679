import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputFieldMap,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
} from 'graphql';
import { bodyKey, keyedByName } from '../../../resolvers/body-keys';
import { jsonTypes } from './json-types';

type Values = Readonly<Record<string, unknown>>;

/**
 * The path in an input to what the body of the REST route has under these keys. Null unless exactly one field that was given has a
 * type of its own. Ends at the innermost object where the input has nothing of its own for a key.
 */
export function typedPath(
  fields: GraphQLInputFieldMap,
  input: object,
  keys: readonly string[],
): string[] | null {
  const given = Object.values(fields).filter(
    ({ name, type }) => (input as Values)[name] != null && isInputObjectType(getNamedType(type)),
  );
  const [field, ...others] = given;
  if (!field || others.length > 0) return null;
  return [field.name, ...pathIn(field.type, (input as Values)[field.name], keys)];
}

function pathIn(type: GraphQLInputType, value: unknown, keys: readonly string[]): string[] {
  const inner = getNullableType(type);
  if (keys.length === 0) return [];
  if (isListType(inner)) return pathInList(inner, value, keys);
  if (isInputObjectType(inner)) return pathInObject(inner, (value ?? {}) as Values, keys);
  return jsonTypes.includes(getNamedType(inner).name) ? [...keys] : [];
}

function pathInList(
  { ofType }: GraphQLList<GraphQLInputType>,
  value: unknown,
  [key = '', ...others]: readonly string[],
): string[] {
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const item = getNullableType(ofType);
  const isNamed = isInputObjectType(item) && item.extensions[keyedByName] === true;
  const index = isNamed ? items.findIndex((each) => (each as Values).name === key) : Number(key);
  return index in items ? [String(index), ...pathIn(ofType, items[index], others)] : [];
}

function pathInObject(type: GraphQLInputObjectType, value: Values, keys: readonly string[]): string[] {
  const [key, ...others] = keys;
  const fields = Object.values(type.getFields());
  const known = fields.filter((field) => field.name === key || field.extensions[bodyKey] === key);
  const field = known.find(({ name }) => value[name] != null) ?? known[0];
  if (field && !type.isOneOf) return [field.name, ...pathIn(field.type, value[field.name], others)];
  // Levels that only the input has: the kind of a record, and the parts of a schedule beside its name.
  const level = type.isOneOf ? fields.find(({ name }) => value[name] != null) : type.getFields().segments;
  return level ? [level.name, ...pathIn(level.type, value[level.name], keys)] : [];
}
