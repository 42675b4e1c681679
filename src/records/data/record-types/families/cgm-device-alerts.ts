import { boolean, integer, number, object, objectType } from '../../../../platform/validation/builders';
import { mgdLPerMmolL } from '../../../../platform/validation/glucose-units';
import type {
  BoundsByUnits,
  IntegerField,
  NumbersByUnits,
  ObjectType,
} from '../../../../platform/validation/vocabulary';

/** Alerts as uploaders read them from devices, with levels and rates in the units of the record. */

const minute = 60_000;

function minutes(first: number, last: number, step: number): number[] {
  const count = (last - first) / step + 1;
  return Array.from({ length: count }, (_, index) => (first + index * step) * minute);
}

function snooze(allowed: readonly number[]): IntegerField {
  return integer('snooze', {
    required: true,
    allowed,
    unit: 'ms',
    description: 'How long the alert is snoozed, in milliseconds.',
  });
}

const enabled = boolean('enabled', { required: true, description: 'Whether the alert is on.' });

const levelSnooze = snooze([0, ...minutes(15, 240, 5), ...minutes(255, 300, 15)]);

function levelAlert(graphqlName: string, description: string, bounds: BoundsByUnits): ObjectType {
  return objectType(graphqlName, {
    description,
    fields: [
      enabled,
      number('level', {
        required: true,
        unitsFrom: '^',
        bounds,
        convert: 'glucose',
        description: 'Glucose level that triggers the alert.',
      }),
      levelSnooze,
    ],
  });
}

/** Alert of a device for high glucose. */
export const deviceHighAlert = levelAlert('DeviceHighAlert', "A device's alert for high glucose.", {
  'mmol/L': [5.55075, 22.20299],
  'mmol/l': [5.55075, 22.20299],
  'mg/dL': [100, 400],
  'mg/dl': [100, 400],
});

/** Alert of a device for low glucose. */
export const deviceLowAlert = levelAlert('DeviceLowAlert', "A device's alert for low glucose.", {
  'mmol/L': [3.27494, 8.32612],
  'mmol/l': [3.27494, 8.32612],
  'mg/dL': [59, 150],
  'mg/dl': [59, 150],
});

/** Alert of a device for a sensor that is out of reach. */
export const deviceOutOfRangeAlert = objectType('DeviceOutOfRangeAlert', {
  description: 'A device’s alert for a sensor that is out of range.',
  fields: [enabled, snooze([0, minute, ...minutes(20, 240, 5)])],
});

/** The rates that a device offers, given in mg/dL per minute. */
function ratesByUnits(rates: readonly number[]): NumbersByUnits {
  const inMmolL = rates.map((rate) => rate / mgdLPerMmolL);
  return { 'mmol/L': inMmolL, 'mmol/l': inMmolL, 'mg/dL': rates, 'mg/dl': rates };
}

function rateAlert(graphqlName: string, description: string, rates: readonly number[]): ObjectType {
  return objectType(graphqlName, {
    description,
    fields: [
      enabled,
      number('rate', {
        required: true,
        unitsFrom: '^',
        allowedByUnits: ratesByUnits(rates),
        convert: 'glucose',
        description: 'Change of glucose per minute that triggers the alert.',
      }),
    ],
  });
}

const fallAlert = rateAlert('DeviceFallAlert', "A device's alert for falling glucose.", [-3, -2]);
const riseAlert = rateAlert('DeviceRiseAlert', "A device's alert for rising glucose.", [2, 3]);

/** Alerts of a device for rapidly changing glucose. */
export const deviceRateAlerts = objectType('DeviceRateAlerts', {
  description: 'A device’s alerts for rapidly changing glucose.',
  fields: [
    object('fallRate', fallAlert, { required: true, unitsFrom: '^', description: 'Glucose is falling.' }),
    object('riseRate', riseAlert, { required: true, unitsFrom: '^', description: 'Glucose is rising.' }),
  ],
});
