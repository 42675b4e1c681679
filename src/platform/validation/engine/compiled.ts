import type { FindingReport } from '../finding';
import type { ObjectType, RecordField } from '../vocabulary';

/** An object after stage one: known members of the right JSON type only, times as milliseconds since 1970. */
export type Shaped = Record<string, unknown>;

/** A record after stage one, with the validator of its type. */
export interface ShapedRecord {
  readonly compiled: CompiledRecord;
  readonly values: Shaped;
  /** What findings about the record say of it. */
  readonly meta: Readonly<Record<string, string>>;
}

/**
 * Receives the records that were found inside other records.
 *
 * @param field the field of the other record in which it was found
 * @returns the id under which the record is stored
 */
export type RecordSink = (record: ShapedRecord, field: string) => string;

/**
 * The validator of one value. `key` is the member name or the index at which the value stands, `units` the
 * units that the enclosing object was given.
 */
export interface ValueRules<Value> {
  /** Stage one: checks the JSON type. Returns undefined, after reporting, when it is wrong. */
  read(raw: unknown, key: string | number, report: FindingReport): Value | undefined;
  /** Stage two: checks the value itself. */
  check?(
    value: Value,
    key: string | number,
    siblings: Shaped,
    units: string | undefined,
    report: FindingReport,
  ): void;
  /** Afterwards: the value as it is stored, undefined for absent. Values without this are stored as they are. */
  normalize?(value: Value, siblings: Shaped, units: string | undefined, sink: RecordSink): unknown;
}

/** The validator of one kind of object. */
export interface CompiledObject {
  read(raw: Readonly<Record<string, unknown>>, report: FindingReport): Shaped;
  check(values: Shaped, units: string | undefined, report: FindingReport): void;
  normalize(values: Shaped, units: string | undefined, sink: RecordSink): Record<string, unknown>;
}

/** The validator of one record type. */
export interface CompiledRecord extends CompiledObject {
  /** Names of the fields that belong to the identity of a record besides its time and type. */
  readonly identity: readonly string[];
}

/** What the validators of single kinds of fields need from the compiler of the whole table. */
export interface Compiler {
  /** The validator of an object type, made once. */
  object(type: ObjectType): CompiledObject;
  /**
   * Stage one of a whole record: finds out its type and reads it. With `only`, no other type is accepted.
   * Returns undefined, after reporting, when the type is missing or not accepted.
   */
  readRecord(
    raw: Readonly<Record<string, unknown>>,
    report: FindingReport,
    only?: RecordField['record'],
  ): ShapedRecord | undefined;
}
