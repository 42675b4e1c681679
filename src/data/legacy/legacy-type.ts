import type { Field, Rule } from '../record-types/vocabulary';

/** Where glucose amounts stand in a record that are stored in mmol/L, whichever unit they were sent in. */
export interface GlucoseAmounts {
  /** Path of the unit, such as `units.bg`. */
  readonly units: string;
  /** Paths of the amounts; `*` stands for every element of a list and every member of an object. */
  readonly amounts: readonly string[];
  /** The unit stays as it was sent although the amounts do not: readers of pump settings expect that. */
  readonly keepsUnits?: boolean;
}

/** What a record means for records that were uploaded before it. */
export type Effect = 'basal' | 'bolus' | 'deliveryStatus' | 'note';

/** A statement about a whole record that the words of the table of record types cannot make. */
export interface LegacyCheck {
  /** The field that a finding points to. */
  readonly field: string;
  readonly detail: string;
  readonly holds: (record: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * One kind of record of the old upload route: a `type`, or one value of the discriminator field within a type. Only
 * the fields that are named are checked; all others are kept as they are sent.
 */
export interface LegacyType {
  readonly type: string;
  readonly discriminator?: { readonly field: 'deliveryType' | 'subType'; readonly value: string };
  readonly description: string;
  /** The clock of the device is required, too. */
  readonly hasDeviceTime: boolean;
  /** The fields whose texts make up the id of a record that is sent without one, in this order. */
  readonly idFields: readonly string[];
  readonly fields: readonly Field[];
  readonly rules?: readonly Rule[];
  readonly checks?: readonly LegacyCheck[];
  readonly glucose?: GlucoseAmounts;
  /** Fields that hold another record, or its id. What is stored is the id. */
  readonly links?: readonly string[];
  readonly effect?: Effect;
}

/** Ids of most types are made of these fields. */
export const usualIdFields = ['type', 'deviceId', 'time'] as const;
