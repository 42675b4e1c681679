/**
 * The words in which the table of record types is written. Everything here is plain data: the validator is
 * compiled from it, and the graph's object types and the OpenAPI schemas are generated from it.
 */

/** A closed set of words. `values` maps each word, as it travels in JSON, to what it means. */
export interface Enumeration {
  readonly graphqlName: string;
  readonly description: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Inclusive lower and upper limit for each spelling of a unit. A unit that is not listed has no limits. */
export type BoundsByUnits = Readonly<Record<string, readonly [minimum: number, maximum: number]>>;

/** The only numbers allowed for each spelling of a unit. A unit that is not listed allows every number. */
export type NumbersByUnits = Readonly<Record<string, readonly number[]>>;

/**
 * A statement about the sibling fields of a field: a sibling, or a field within one (`units.bg`), has one of several
 * values, at least one of the named siblings is present, or all of the named siblings are absent.
 */
export type Condition =
  | { readonly field: string; readonly in: readonly (string | number)[] }
  | { readonly anyPresent: readonly string[] }
  | { readonly allAbsent: readonly string[] };

/** A limit taken over from a sibling, if that sibling is present and lies within these inclusive limits. */
export interface SiblingLimit {
  readonly field: string;
  readonly within: readonly [minimum: number, maximum: number | null];
}

/** Text formats that need more than a regular expression. */
export type TextFormat = 'recordId' | 'uploadId' | 'localTime' | 'rfc3339' | 'timezone' | 'url';

/** Units of whole numbers that count time. */
export type TimeUnit = 'ms' | 's' | 'min';

/** Which amounts of a record are stored in another unit than they were sent in. */
export type Conversion = 'glucose' | 'glucoseRate';

/**
 * Where to find the units of a value: the path of a sibling (`units`, `units.bg`), or `^` for the units passed to
 * the enclosing object through its own `unitsFrom`.
 */
export type UnitsPath = string;

interface FieldBase {
  /** The key in JSON. */
  readonly name: string;
  /** The meaning of the field, for readers of the schema. */
  readonly description: string;
  readonly required?: boolean;
  readonly requiredWhen?: Condition;
  /** The field must be absent unless this condition holds. */
  readonly allowedWhen?: Condition;
  readonly forbiddenWhen?: Condition;
  /** The key under which the field is stored and returned, if it differs from `name`. */
  readonly returnedAs?: string;
  /** The name in the graph, where one name would otherwise stand for several types. */
  readonly graphqlName?: string;
  /** A misleading name that the field had in the graph of earlier releases; deprecated there. */
  readonly formerGraphqlName?: string;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly enumeration?: Enumeration;
  /** The only value accepted. */
  readonly equals?: string;
  /** Lengths count Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: TextFormat;
  /** The format is looked at only under this condition. */
  readonly formatWhen?: Condition;
  /** Source of a regular expression that the whole text must match. */
  readonly pattern?: string;
  /** The known values, among the valid ones. */
  readonly known?: readonly string[];
  /** The stored spelling, whichever was sent. */
  readonly canonical?: string;
  /** How the server fills the field when it is absent. */
  readonly generated?: string;
  /** The id of an object of the service. */
  readonly isId?: boolean;
}

export interface IntegerField extends FieldBase {
  readonly kind: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minimumFrom?: SiblingLimit;
  readonly maximumFrom?: SiblingLimit;
  readonly allowed?: readonly number[];
  readonly unit?: TimeUnit;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minimumFrom?: SiblingLimit;
  readonly maximumFrom?: SiblingLimit;
  readonly unitsFrom?: UnitsPath;
  readonly bounds?: BoundsByUnits;
  readonly allowedByUnits?: NumbersByUnits;
  readonly convert?: Conversion;
  /** An amount of glucose that keeps the unit in which it is sent, which its sibling `units` names. */
  readonly keepsGlucoseUnit?: boolean;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

/** An instant, sent as RFC 3339 text with a zone, stored in UTC with milliseconds. */
export interface TimeField extends FieldBase {
  readonly kind: 'time';
  /** The instant 0001-01-01T00:00:00Z counts as empty. */
  readonly nonZero?: boolean;
  /** A sibling instant that this one must not precede. */
  readonly notBefore?: string;
  /** The instant must be in the past; clocks may differ by a second. */
  readonly past?: boolean;
  /** The instant must be in the future; clocks may differ by a second. */
  readonly future?: boolean;
}

/** A calendar time without zone, `YYYY-MM-DDThh:mm:ss`, kept as sent. */
export interface LocalTimeField extends FieldBase {
  readonly kind: 'localTime';
}

interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
  /** An empty list is accepted whatever `minItems` says, and stored as absent. */
  readonly emptyIsAbsent?: boolean;
}

export interface TextListField extends FieldBase, ListLimits {
  readonly kind: 'textList';
  readonly itemMinLength?: number;
  readonly itemMaxLength?: number;
  readonly itemEnumeration?: Enumeration;
  /** Source of a regular expression that each whole item must match. */
  readonly itemPattern?: string;
  readonly unique?: boolean;
  /** Stored in the order of code points. */
  readonly sorted?: boolean;
  /** Ids of objects of the service. */
  readonly isId?: boolean;
}

/** A free-form, non-empty JSON object of limited size. */
export interface MetadataField extends FieldBase {
  readonly kind: 'metadata';
}

export interface MetadataListField extends FieldBase, ListLimits {
  readonly kind: 'metadataList';
  /** No two items may be deeply equal. */
  readonly unique?: boolean;
}

/** Any JSON value. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  /** Only objects; they may be empty. */
  readonly objectOnly?: boolean;
}

export interface JsonListField extends FieldBase, ListLimits {
  readonly kind: 'jsonList';
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly object: ObjectType;
  readonly unitsFrom?: UnitsPath;
}

export interface ListField extends FieldBase, ListLimits {
  readonly kind: 'list';
  readonly object: ObjectType;
  readonly unitsFrom?: UnitsPath;
  /** The items are segments of a day: the first `start` is 0, the others rise. */
  readonly schedule?: boolean;
}

/** A JSON object whose keys are names chosen by the sender and whose values are objects of one type. */
export interface MapField extends FieldBase {
  readonly kind: 'map';
  readonly object: ObjectType;
  readonly unitsFrom?: UnitsPath;
}

/** A JSON object whose keys are names chosen by the sender and whose values are lists of one type. */
export interface ListMapField extends FieldBase {
  readonly kind: 'listMap';
  readonly object: ObjectType;
  readonly unitsFrom?: UnitsPath;
  readonly schedule?: boolean;
}

/** An object whose type is chosen by the value of its discriminator field. */
export interface VariantField extends FieldBase {
  readonly kind: 'variant';
  /** The name of the union of the variants in the graph. */
  readonly unionName: string;
  /** The value that the object's `type` must have. */
  readonly type: string;
  readonly discriminator: string;
  readonly variants: Readonly<Record<string, ObjectType>>;
}

/**
 * A whole record inside a record: it is stored as a record of its own and the field keeps its id. The id of
 * a record that is sent separately is accepted as well.
 */
export interface RecordField extends FieldBase {
  readonly kind: 'record';
  readonly record: { readonly type: string; readonly subType?: string };
}

export type Field =
  | TextField
  | IntegerField
  | NumberField
  | BooleanField
  | TimeField
  | LocalTimeField
  | TextListField
  | MetadataField
  | MetadataListField
  | JsonField
  | JsonListField
  | ObjectField
  | ListField
  | MapField
  | ListMapField
  | VariantField
  | RecordField;

/**
 * A rule about several fields of one object: at least one of them is present (`anyOf`), one of several
 * exclusive forms is used (`oneOf`, where conditions on the fields keep the forms apart), or the fields
 * `target`, `range`, `low` and `high` make up a glucose target within limits that depend on the units.
 */
export type Rule =
  | { readonly anyOf: readonly string[] }
  | { readonly oneOf: readonly string[] }
  | { readonly glucoseTarget: BoundsByUnits };

/** A nested object. It may contain itself: whoever walks the table remembers where it has been. */
export interface ObjectType {
  readonly graphqlName: string;
  readonly description: string;
  readonly fields: readonly Field[];
  readonly rules?: readonly Rule[];
}

/** The graph's interfaces that group record types. */
export type RecordFamily = 'Basal' | 'Bolus' | 'DeviceEvent' | 'GlucoseReading';

/** A number that the graph shows for every member of a family, whatever the names of its fields. */
export interface FamilyFigure {
  readonly name: string;
  readonly description: string;
  /** The number is the sum of these parts, as far as a record has them: of each, the first field that it has. */
  readonly sumOf: readonly (readonly string[])[];
  /** The number for members without any of these fields, where only one value is possible. */
  readonly otherwise?: number;
}

/** What the members of a family have in common. */
export interface FamilyOfRecords {
  readonly description: string;
  readonly figures?: readonly FamilyFigure[];
}

/** One kind of diabetes record: a `type`, or one value of the discriminator field within a `type`. */
export interface RecordType extends ObjectType {
  readonly type: string;
  readonly discriminator?: { readonly field: 'deliveryType' | 'subType'; readonly value: string };
  readonly family?: RecordFamily;
  /** Fields that tell two records of one type, device and instant apart, read after normalization. */
  readonly identity: readonly string[];
  /** Made by the server only: it is returned among records but cannot be uploaded as one. */
  readonly readOnly?: boolean;
}
