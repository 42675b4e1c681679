import { createUnionType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { GraphQLScalarType } from 'graphql';
import { isMgdL, isMgdLPerMinute, toMgdL } from '../../../src/platform/validation/glucose-units';
import type {
  Field as TableField,
  IntegerField,
  NumberField,
  ObjectType as TableObject,
  VariantField,
} from '../../../src/platform/validation/vocabulary';
import { DateTime, Json, JsonObject, Long } from '../../scalars';
import { enumerationType } from './enumeration-types';
import { GlucoseField } from './glucose-field';
import { ownInUnits, ownRateInUnits } from './in-units';

/** A class that represents a GraphQL object type. */
export type TypeClass = new () => object;

type GraphType = TypeClass | GraphQLScalarType | StringConstructor | BooleanConstructor | object;

const largestInt = 2 ** 31 - 1;

/** The name of a field in the graph. It differs from the wire if one name would have several types. */
export const graphName = (field: TableField): string => field.graphqlName ?? field.returnedAs ?? field.name;

/** The name of the graph field with the id of a linked record; the record itself has the plain name. */
export const storedName = (field: TableField): string =>
  field.kind === 'record' ? `${graphName(field)}Id` : graphName(field);

/** Names of the fields with stored objects of each generated type, for the permission rules. */
export const storedObjects = new Map<string, Set<string>>();

const classes = new Map<string, TypeClass>();

/** Creates a class with this name, so that errors name the generated type. */
export function namedClass(name: string): TypeClass {
  const { [name]: made } = { [name]: class {} };
  if (!made) throw new Error(`No class could be made for ${name}.`);
  return made;
}

/** The GraphQL object type for an object in the table; created once, even if the object contains itself. */
function objectClass(type: TableObject): TypeClass {
  const known = classes.get(type.graphqlName);
  if (known) return known;
  const made = namedClass(type.graphqlName);
  classes.set(type.graphqlName, made);
  ObjectType(type.graphqlName, { description: type.description })(made);
  addFields(made, type.graphqlName, type.fields);
  return made;
}

/** An object whose name is its key in the record. */
function namedObject(type: TableObject): TypeClass {
  const known = classes.has(type.graphqlName);
  const made = objectClass(type);
  if (!known) addName(made);
  return made;
}

/** The segments of a day under the name that is their key in the record. */
function namedSchedule(segment: TableObject): TypeClass {
  const name = segment.graphqlName.replace(/Segment$/, 'Schedule');
  const known = classes.get(name);
  if (known) return known;
  const made = namedClass(name);
  classes.set(name, made);
  ObjectType(name, { description: 'A schedule for the day, with its name.' })(made);
  addName(made);
  const segments = objectClass(segment);
  const options = { description: 'The parts of the day, in their order.', simple: true };
  Field(() => [segments], options)(made.prototype as object, 'segments');
  storedObjects.set(name, new Set(['segments']));
  return made;
}

function addName(target: TypeClass): void {
  const options = { description: 'The name that the sender has chosen.', simple: true };
  Field(() => String, options)(target.prototype as object, 'name');
}

/** The type of technical notes on records. */
function annotation(): TypeClass {
  const known = classes.get('Annotation');
  if (known) return known;
  const made = namedClass('Annotation');
  classes.set('Annotation', made);
  ObjectType('Annotation', {
    description: 'A technical note on a record, such as a value out of the range of the sensor.',
  })(made);
  Field(() => String, {
    nullable: true,
    description: 'What the note is about, such as `bg/out-of-range`; null if the sender gave none.',
    simple: true,
  })(made.prototype as object, 'code');
  Field(() => JsonObject, {
    description: 'The whole note as it was sent: senders add keys of their own, which no rule limits.',
    simple: true,
  })(made.prototype as object, 'raw');
  return made;
}

/** Units within a record are left out of the graph, where the caller chooses them. */
function isShown(field: TableField): boolean {
  if (field.kind === 'object') return field.object.fields.some(isShown);
  return !(field.kind === 'text' && field.canonical !== undefined);
}

/** Declares the fields of the table on a class. */
export function addFields(target: TypeClass, typeName: string, fields: readonly TableField[]): void {
  for (const field of fields.filter(isShown)) {
    if (field.kind === 'number' && field.convert) addConvertedField(target, field);
    else if (field.kind === 'number' && field.keepsGlucoseUnit) addLevelField(target, field);
    else addStoredField(target, typeName, field);
  }
}

const identifying = new Set(['id', 'type', 'time']);

/** Whether every record has the field, whoever uploaded it. Objects within records have fields with the same names. */
export const isAlwaysThere = (field: TableField): boolean =>
  identifying.has(field.name) &&
  (field.required === true || (field.kind === 'text' && field.generated !== undefined));

function addStoredField(target: TypeClass, typeName: string, field: TableField): void {
  const name = storedName(field);
  const description = field.kind === 'record' ? `Id: ${field.description}` : field.description;
  const options = { name, description, nullable: !isAlwaysThere(field), simple: true };
  // Resolved now rather than when the schema is built, because nested types must be known by then.
  const type = toGraphType(typeName, field);
  Field(() => type as TypeClass, options)(target.prototype as object, name);
  const { formerGraphqlName } = field;
  if (formerGraphqlName === undefined) return;
  Field(() => type as TypeClass, {
    name: formerGraphqlName,
    description: `The same as \`${name}\`.`,
    deprecationReason: `Use \`${name}\`, whose name says what it is.`,
    nullable: true,
  })(target.prototype as object, name);
}

/** A glucose value with a `units` argument. */
function addConvertedField(target: TypeClass, field: NumberField): void {
  const decimals = field.convert === 'glucoseRate' ? 1 : 0;
  const { description } = field;
  GlucoseField({
    description,
    nullable: true,
    ofUnits:
      'Unit of the result; whole numbers in mg/dL, one decimal for rates. Null if the record does not name the unit that was sent.',
    show: (value, units) => (isMgdL(units) ? toMgdL(value, decimals) : value),
  })(target.prototype as object, graphName(field));
}

/** A glucose value that keeps the unit in which it was sent, with a `units` argument. */
function addLevelField(target: TypeClass, field: NumberField): void {
  const { description, bounds = {} } = field;
  const isRate = Object.keys(bounds).some((units) => isMgdLPerMinute(units));
  GlucoseField({ description, nullable: true, stored: null, show: isRate ? ownRateInUnits : ownInUnits })(
    target.prototype as object,
    graphName(field),
  );
}

function remember(typeName: string, field: TableField): void {
  let fields = storedObjects.get(typeName);
  if (!fields) storedObjects.set(typeName, (fields = new Set()));
  fields.add(graphName(field));
}

function toGraphType(typeName: string, field: TableField): GraphType | [GraphType] {
  switch (field.kind) {
    case 'text':
      return field.enumeration
        ? enumerationType(field.enumeration)
        : field.isId || field.name === 'id'
          ? ID
          : String;
    case 'localTime':
      return String;
    case 'integer':
      return isSmall(field) ? Int : Long;
    case 'number':
      return Float;
    case 'boolean':
      return Boolean;
    case 'time':
      return DateTime;
    case 'textList':
      return [field.itemEnumeration ? enumerationType(field.itemEnumeration) : String];
    case 'metadata':
    case 'json':
      return Json;
    case 'jsonList':
      return [Json];
    case 'metadataList':
      remember(typeName, field);
      return [annotation()];
    case 'map':
      remember(typeName, field);
      return [namedObject(field.object)];
    case 'listMap':
      remember(typeName, field);
      return [namedSchedule(field.object)];
    case 'record':
      return ID;
    case 'object':
      remember(typeName, field);
      return objectClass(field.object);
    case 'list':
      remember(typeName, field);
      return [objectClass(field.object)];
    case 'variant':
      remember(typeName, field);
      return variantUnion(field);
  }
}

/** Whether a whole number fits into 32 bits. */
export const isSmall = ({ minimum, maximum, allowed }: IntegerField): boolean =>
  allowed?.every((value) => Math.abs(value) <= largestInt) ??
  (minimum !== undefined && maximum !== undefined && minimum >= -largestInt && maximum <= largestInt);

const unions = new Map<string, object>();

function variantUnion(field: VariantField): object {
  const known = unions.get(field.unionName);
  if (known) return known;
  const variants = Object.entries(field.variants).map(([name, type]) => [name, objectClass(type)] as const);
  const union = createUnionType({
    name: field.unionName,
    description: field.description,
    types: () => variants.map(([, type]) => type) as [TypeClass, ...TypeClass[]],
    resolveType: (value: object) => {
      const chosen = (value as Record<string, unknown>)[field.discriminator];
      return variants.find(([name]) => name === chosen)?.[1].name;
    },
  });
  unions.set(field.unionName, union);
  return union;
}
