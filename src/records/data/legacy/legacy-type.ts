import type { Field, Rule } from '../../../platform/validation/vocabulary';

/** Glucose values in a record that are stored in mmol/L, whichever unit was sent. */
export interface GlucoseAmounts {
  /** Path of the unit, such as `units.bg`. */
  readonly units: string;
  /** Paths of the values; `*` stands for every element of a list and every member of an object. */
  readonly amounts: readonly string[];
  /** Whether the unit stays as sent although the values are converted: readers of pump settings expect that. */
  readonly keepsUnits?: boolean;
}

/** How a record affects earlier ones. */
export type Effect = 'basal' | 'bolus' | 'deliveryStatus' | 'note';

/** A check of a whole record that the vocabulary of the record table cannot express. */
export interface LegacyCheck {
  /** The field that a finding points to. */
  readonly field: string;
  readonly detail: string;
  readonly holds: (record: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * A legacy record type: a `type`, or one value of the discriminator field within a type. Only the listed fields are
 * validated; others are stored as sent.
 */
export interface LegacyType {
  readonly type: string;
  readonly discriminator?: { readonly field: 'deliveryType' | 'subType'; readonly value: string };
  readonly description: string;
  /** Whether the device time is required, too. */
  readonly hasDeviceTime: boolean;
  /** The fields that make up the computed id of a record, in this order. */
  readonly idFields: readonly string[];
  readonly fields: readonly Field[];
  readonly rules?: readonly Rule[];
  readonly checks?: readonly LegacyCheck[];
  readonly glucose?: GlucoseAmounts;
  /** Fields that contain another record, or its id. The id is stored. */
  readonly links?: readonly string[];
  readonly effect?: Effect;
}

/** The identifying fields of most types. */
export const usualIdFields = ['type', 'deviceId', 'time'] as const;
