import type { ShapedRecord } from '../../../platform/validation/engine/compiled';
import { embeddedId } from './embedded-id';
import { decimalText, identityTime } from './identity';
import { orderedRecordId } from './ordered-id';

/** What findings about a record say of it. */
export interface RecordPlace {
  /** RFC 6901 pointer into the uploaded batch; an embedded record is within its outer record. */
  readonly pointer: string;
  /** An embedded record has that of its outer record. */
  readonly meta: ShapedRecord['meta'];
}

/** A record ready to be stored, with the values used to find and identify it. */
export interface PreparedRecord {
  /** As sent, or 32 lower-case hexadecimal digits: in order of creation, or derived from the id of the outer record. */
  readonly id: string;
  /** Whether the id was sent or derived from one that was, so an earlier record may have the same one. */
  readonly hasOwnId: boolean;
  /** The id of the outer record that `id` is derived from. */
  readonly outerId?: string;
  readonly type: string;
  readonly subType?: string;
  readonly deliveryType?: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly deviceId?: string;
  readonly originId?: string;
  /** As sent. */
  readonly originTime?: string;
  readonly source?: string;
  /** Milliseconds. */
  readonly sampleInterval?: number;
  /** The reason for a dosing decision. */
  readonly reason?: string;
  /**
   * The identity of the record besides its owner and its device or data set: time, type, and type-specific fields,
   * after normalization.
   */
  readonly identity: readonly string[];
  readonly place: RecordPlace;
  /**
   * The record as stored and returned, without server-generated fields: absent fields are omitted, times are
   * `YYYY-MM-DDThh:mm:ss.sssZ`, glucose is in mmol/L.
   */
  readonly content: Readonly<Record<string, unknown>>;
}

interface DerivedId {
  readonly id: string;
  readonly outerId: string;
  /** Whether the id of the outer record was sent. */
  readonly isFromOwnId: boolean;
}

/**
 * Normalizes a valid record and adds it to `records`, followed by its embedded records.
 *
 * @param derived the id of an embedded record that was sent without one
 * @returns the id of the record
 */
export function prepareRecord(
  record: ShapedRecord,
  place: RecordPlace,
  records: PreparedRecord[],
  derived?: DerivedId,
): string {
  const { compiled, values } = record;
  const hasOwnId = values.id !== undefined || derived?.isFromOwnId === true;
  const outerId = values.id === undefined ? derived?.outerId : undefined;
  const id = (values.id ??= derived?.id ?? orderedRecordId()) as string;
  const embedded: PreparedRecord[] = [];
  const content = compiled.normalize(values, undefined, (inner, field) =>
    prepareRecord(inner, { ...place, pointer: `${place.pointer}/${field}` }, embedded, {
      id: embeddedId(id, field),
      outerId: id,
      isFromOwnId: hasOwnId,
    }),
  );
  const origin = content.origin as { id?: string; time?: string } | undefined;

  records.push({
    id,
    hasOwnId,
    outerId,
    type: content.type as string,
    subType: optionalText(content.subType),
    deliveryType: optionalText(content.deliveryType),
    time: values.time as number,
    deviceId: optionalText(content.deviceId),
    originId: origin?.id,
    originTime: origin?.time,
    source: optionalText(content.source),
    sampleInterval: content.sampleInterval as number | undefined,
    reason: optionalText(content.reason),
    identity: identityValues(compiled.identity, content),
    place,
    content,
  });
  records.push(...embedded);
  return id;
}

function identityValues(names: readonly string[], content: Readonly<Record<string, unknown>>): string[] {
  const identity = [identityTime(content.time as string), content.type as string];
  for (const name of names) {
    const value = content[name];
    identity.push(typeof value === 'number' ? decimalText(value) : String(value));
  }
  return identity;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
