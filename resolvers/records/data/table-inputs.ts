import type { GraphQLScalarType } from 'graphql';
import { Extensions, Field, Float, ID, InputType, Int } from 'type-graphql';
import { isoTime } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import type {
  Field as TableField,
  ListMapField,
  MapField,
  ObjectType as TableObject,
  RecordType,
  VariantField,
} from '../../../src/platform/validation/vocabulary';
import { describeSent } from '../../../src/platform/validation/describe-sent';
import { bodyKey, keyedByName } from '../../body-keys';
import { oneOf } from '../../one-of';
import { DateTime, Json, JsonObject, Long } from '../../scalars';
import { enumerationType } from './enumeration-types';
import { graphName, isSmall, namedClass, storedName, type TypeClass } from './table-types';

/**
 * Input types of the graph, made from the table that bodies of REST routes are validated with. `bodyOf` turns their values
 * into such a body, which is then checked like any other.
 */

type JsonBody = Record<string, unknown>;
type InputValues = Readonly<Record<string, unknown>>;
type GraphType = TypeClass | GraphQLScalarType | StringConstructor | BooleanConstructor | object;

const classes = new Map<string, TypeClass>();

/** The class with this name, which `declare` fills in when it is asked for the first time. */
function declared(name: string, description: string, declare: (made: TypeClass) => void): TypeClass {
  const known = classes.get(name);
  if (known) return known;
  const made = namedClass(name);
  classes.set(name, made);
  InputType(name, { description })(made);
  declare(made);
  return made;
}

interface Declared {
  name: string;
  description: string;
  nullable: boolean;
  type: () => GraphType | [GraphType];
}

const declareField = (target: TypeClass, { name, description, nullable, type }: Declared): void =>
  Field(type as () => TypeClass, { name, description, nullable })(target.prototype as object, name);

/** A field with one possible value is filled in. */
const isFilledIn = (field: TableField): boolean =>
  field.kind === 'text' && field.required === true && field.equals !== undefined;

/** The GraphQL input type for an object in the table; created once, even if the object contains itself. */
export const inputClass = (type: TableObject): TypeClass =>
  declared(`${type.graphqlName}Input`, type.description, (made) => declareFields(made, type.fields));

function declareFields(target: TypeClass, fields: readonly TableField[]): void {
  for (const field of fields.filter((each) => !isFilledIn(each))) {
    const { required = false } = field;
    const description = describeSent(field);
    // Resolved now, as for the types of answers: the schema must know nested types.
    const type = toInputType(field);
    const isEither = field.kind === 'record';
    declareField(target, {
      name: storedName(field),
      description: isEither ? `Id of a record that is sent separately: ${description}` : description,
      nullable: !required || isEither,
      type: () => type,
    });
    rememberKey(target, storedName(field), field);
    if (!isEither) continue;
    declareField(target, {
      name: graphName(field),
      description: `The record itself: ${description}`,
      nullable: true,
      type: () => classes.get(recordInputName) as TypeClass,
    });
    rememberKey(target, graphName(field), field);
  }
}

/** Findings have the keys of the body: this leads them back to the field of the input. */
function rememberKey({ prototype }: TypeClass, name: string, field: TableField): void {
  if (name !== field.name) Extensions({ [bodyKey]: field.name })(prototype as object, name);
}

function toInputType(field: TableField): GraphType | [GraphType] {
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
      return JsonObject;
    case 'json':
      return field.objectOnly ? JsonObject : Json;
    case 'jsonList':
      return [Json];
    case 'metadataList':
      return [annotationInput()];
    case 'map':
    case 'listMap':
      return [namedEntry(field)];
    case 'record':
      return ID;
    case 'object':
      return inputClass(field.object);
    case 'list':
      return [inputClass(field.object)];
    case 'variant':
      return variantInput(field);
  }
}

const nameDescription = 'The name; each one may be there once.';

/** An entry of a JSON object whose keys are names that the sender chooses. */
function namedEntry(field: MapField | ListMapField): TypeClass {
  const { object } = field;
  if (field.kind === 'map')
    return declared(`Named${object.graphqlName}Input`, object.description, (made) => {
      Extensions({ [keyedByName]: true })(made);
      declareField(made, { name: 'name', description: nameDescription, nullable: false, type: () => String });
      declareFields(made, object.fields);
    });
  const name = object.graphqlName.replace(/Segment$/, 'ScheduleInput');
  return declared(name, 'A schedule for the day, with its name.', (made) => {
    Extensions({ [keyedByName]: true })(made);
    const segments = inputClass(object);
    declareField(made, { name: 'name', description: nameDescription, nullable: false, type: () => String });
    const description = 'The parts of the day, in their order.';
    declareField(made, { name: 'segments', description, nullable: false, type: () => [segments] });
  });
}

/** A technical note on a record. */
const annotationInput = (): TypeClass =>
  declared('AnnotationInput', 'A technical note on a record.', (made) => {
    const code = 'What the note is about, such as `bg/out-of-range`.';
    declareField(made, { name: 'code', description: code, nullable: true, type: () => String });
    const raw = 'Further keys of the note, which no rule limits.';
    declareField(made, { name: 'raw', description: raw, nullable: true, type: () => JsonObject });
  });

const annotationBody = ({ code, raw }: { code?: string | null; raw?: object | null }): JsonBody => ({
  ...raw,
  ...(code != null && { code }),
});

/** One of several objects, each under the name of its kind. */
function variantInput({ unionName, description, variants }: VariantField): TypeClass {
  return declared(`${unionName}Input`, description, (made) => {
    Extensions({ [oneOf]: true })(made);
    for (const [name, variant] of Object.entries(variants)) {
      const type = inputClass(variant);
      declareField(made, { name, description: variant.description, nullable: true, type: () => type });
    }
  });
}

const recordInputName = 'RecordInput';

/** The name under which records of a type are sent: `continuousGlucose`. */
const memberName = ({ graphqlName }: RecordType): string =>
  graphqlName.charAt(0).toLowerCase() + graphqlName.slice(1);

/** The input type for a record of any of these types, each under the name of its type. */
export function recordInput(types: readonly RecordType[], common: readonly TableField[]): TypeClass {
  return declared(recordInputName, 'A record to upload: the field says of which type it is.', (made) => {
    Extensions({ [oneOf]: true })(made);
    for (const type of types) {
      const input = inputClass({ ...type, fields: ownFields(type, common) });
      declareField(made, {
        name: memberName(type),
        description: type.description,
        nullable: true,
        type: () => input,
      });
    }
  });
}

/** What tells the type is not sent: the name of the member does. */
const ownFields = ({ fields, discriminator }: RecordType, common: readonly TableField[]): TableField[] =>
  [...common, ...fields].filter(({ name }) => name !== 'type' && name !== discriminator?.field);

/** The records of an input, as REST routes take them. */
export function recordBodies(
  types: readonly RecordType[],
  common: readonly TableField[],
  inputs: readonly object[],
): JsonBody[] {
  const byMember = new Map(
    types.map((type) => [memberName(type), { type, fields: ownFields(type, common) }]),
  );
  const toBody: RecordBody = (input) => {
    const [[member = '', values] = []] = Object.entries(input).filter(([, value]) => value != null);
    const found = byMember.get(member);
    if (!found) throw new Error(`There are no records of the type ${member}.`);
    const { type, discriminator } = found.type;
    return {
      type,
      ...(discriminator && { [discriminator.field]: discriminator.value }),
      ...toRecordBody(found, values as InputValues, toBody),
    };
  };
  return inputs.map(toBody);
}

type RecordBody = (input: object) => JsonBody;

/** Only records contain records. */
const noRecord: RecordBody = () => {
  throw new Error('There is no record in this body.');
};

/** A body in an input: typed, or as that of the REST route, each in a field of its own. */
interface GivenBody {
  type: TableObject;
  /** Names of the two fields. */
  typed: string;
  json: string;
}

/** The body in an input, as that of the REST route. Throws when it is in both forms; undefined if it is in none. */
export function bodyIn(input: object, { type, typed, json }: GivenBody): unknown {
  const { [typed]: values, [json]: body } = input as InputValues;
  if (values == null) return body;
  if (body !== undefined && body !== null)
    throw badInput(`"${typed}" and "${json}" are the same in two forms: send only one.`);
  return toRecordBody(type, values);
}

/** The body in an input. Throws when it is in both forms or in none. */
export function requiredBodyIn(input: object, given: GivenBody): unknown {
  const body = bodyIn(input, given);
  if (body === undefined) throw badInput(`"${given.typed}" is missing.`);
  return body;
}

/** The body of a REST route with the values of an input. */
function toRecordBody(
  { fields }: Pick<TableObject, 'fields'>,
  values: object,
  toRecord: RecordBody = noRecord,
): JsonBody {
  const body: JsonBody = {};
  for (const field of fields) {
    const value = isFilledIn(field)
      ? (field as { equals?: string }).equals
      : readValue(field, values, toRecord);
    if (value !== undefined) body[field.name] = value;
  }
  return body;
}

function readValue(field: TableField, values: object, toRecord: RecordBody): unknown {
  const { [storedName(field)]: value, [graphName(field)]: record } = values as InputValues;
  if (field.kind === 'record' && record != null) {
    if (value == null) return toRecord(record);
    throw badInput(`"${storedName(field)}" and "${graphName(field)}" are the same: send only one.`);
  }
  return value == null ? undefined : toJson(field, value, toRecord);
}

function toJson(field: TableField, value: unknown, toRecord: RecordBody): unknown {
  const toObject = (type: TableObject) => (each: unknown) =>
    toRecordBody(type, each as InputValues, toRecord);
  switch (field.kind) {
    case 'time':
      return isoTime(value as number);
    case 'object':
      return toObject(field.object)(value);
    case 'list':
      return (value as unknown[]).map(toObject(field.object));
    case 'metadataList':
      return (value as object[]).map(annotationBody);
    case 'map':
      return named(value as Named[], toObject(field.object));
    case 'listMap':
      return named(value as Named[], ({ segments }) => segments?.map(toObject(field.object)));
    case 'variant':
      return variantBody(field, value as InputValues, toRecord);
    default:
      return value;
  }
}

interface Named {
  name: string;
  segments?: unknown[];
}

/** Entries as an object whose keys are their names. Throws when two have the same one. */
function named(entries: readonly Named[], toValue: (entry: Named) => unknown): JsonBody {
  const names = entries.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw badInput(`There are two entries with the name "${twice}".`);
  return Object.fromEntries(entries.map((entry) => [entry.name, toValue(entry)]));
}

function variantBody(field: VariantField, value: InputValues, toRecord: RecordBody): JsonBody {
  const { type, discriminator, variants } = field;
  const [[name = '', values] = []] = Object.entries(value).filter(([, each]) => each != null);
  const variant = variants[name];
  if (!variant) throw new Error(`${field.unionName} has no variant ${name}.`);
  return { type, [discriminator]: name, ...toRecordBody(variant, values as InputValues, toRecord) };
}
