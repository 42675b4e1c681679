import { enumeration } from '../builders';
import type { BoundsByUnits } from '../vocabulary';

/** Units of glucose with every spelling that is accepted. Stored amounts are all in `mmol/L`. */
export const glucoseUnits = enumeration('GlucoseUnits', 'A unit of glucose concentration.', {
  'mmol/L': 'Millimoles per liter.',
  'mmol/l': 'Millimoles per liter, in another spelling.',
  'mg/dL': 'Milligrams per deciliter.',
  'mg/dl': 'Milligrams per deciliter, in another spelling.',
});

/** Units of glucose where only the usual spelling is accepted and amounts stay as they were sent. */
export const strictGlucoseUnits = enumeration(
  'AlertGlucoseUnits',
  'A unit of glucose concentration in settings that are kept in the unit of the device.',
  { 'mg/dL': 'Milligrams per deciliter.', 'mmol/L': 'Millimoles per liter.' },
);

export const glucoseRateUnits = enumeration(
  'GlucoseRateUnits',
  'A unit of the rate at which glucose changes.',
  {
    'mmol/L/minute': 'Millimoles per liter and minute.',
    'mg/dL/minute': 'Milligrams per deciliter and minute.',
  },
);

/** What a meter or sensor can plausibly report, in the unit in which it is sent. */
export const glucoseBounds: BoundsByUnits = {
  'mmol/L': [0, 55],
  'mmol/l': [0, 55],
  'mg/dL': [0, 1000],
  'mg/dl': [0, 1000],
};

export const lengthUnits = enumeration('LengthUnits', 'A unit of heights and accuracies.', {
  feet: 'Feet.',
  meters: 'Meters.',
});

export const durationUnits = enumeration('DurationUnits', 'A unit of durations.', {
  hours: 'Hours.',
  minutes: 'Minutes.',
  seconds: 'Seconds.',
});

export const insulinUnits = enumeration('InsulinUnits', 'The unit of amounts of insulin.', {
  Units: 'International units of insulin.',
});

export const carbohydrateUnits = enumeration('CarbohydrateUnits', 'A unit of amounts of carbohydrate.', {
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
