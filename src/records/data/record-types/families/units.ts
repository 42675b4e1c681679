import { enumeration } from '../../../../platform/validation/builders';
import type { BoundsByUnits } from '../../../../platform/validation/vocabulary';

/** Units of glucose with all accepted spellings. Stored values are always in `mmol/L`. */
export const glucoseUnits = enumeration('GlucoseUnits', 'A unit of glucose concentration.', {
  'mmol/L': 'Millimoles per liter.',
  'mmol/l': 'Millimoles per liter, in another spelling.',
  'mg/dL': 'Milligrams per deciliter.',
  'mg/dl': 'Milligrams per deciliter, in another spelling.',
});

/** Units of glucose where only the usual spelling is accepted and values stay as sent. */
export const strictGlucoseUnits = enumeration(
  'AlertGlucoseUnits',
  'A unit of glucose concentration in settings, stored in the unit of the device.',
  { 'mg/dL': 'Milligrams per deciliter.', 'mmol/L': 'Millimoles per liter.' },
);

export const glucoseRateUnits = enumeration('GlucoseRateUnits', 'A unit of the glucose rate of change.', {
  'mmol/L/minute': 'Millimoles per liter per minute.',
  'mg/dL/minute': 'Milligrams per deciliter per minute.',
});

/** Plausible range of a meter or sensor, in the unit sent. */
export const glucoseBounds: BoundsByUnits = {
  'mmol/L': [0, 55],
  'mmol/l': [0, 55],
  'mg/dL': [0, 1000],
  'mg/dl': [0, 1000],
};

export const lengthUnits = enumeration('LengthUnits', 'A unit of elevation and accuracy.', {
  feet: 'Feet.',
  meters: 'Meters.',
});

export const durationUnits = enumeration('DurationUnits', 'A unit of duration.', {
  hours: 'Hours.',
  minutes: 'Minutes.',
  seconds: 'Seconds.',
});

export const insulinUnits = enumeration('InsulinUnits', 'The unit of insulin amounts.', {
  Units: 'International units of insulin.',
});

export const carbohydrateUnits = enumeration('CarbohydrateUnits', 'A unit of carbohydrate amounts.', {
  exchanges: 'Carbohydrate exchanges.',
  grams: 'Grams.',
});

/** Milliseconds in a day. */
export const day = 86_400_000;

/** Milliseconds in a week. */
export const week = 7 * day;

/** Limits of a duration of at most this many hours, in each unit. */
export function durationBounds(hours: number): BoundsByUnits {
  return { hours: [0, hours], minutes: [0, hours * 60], seconds: [0, hours * 3600] };
}
