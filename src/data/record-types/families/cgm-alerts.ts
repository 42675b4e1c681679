import {
  boolean,
  integer,
  number,
  object,
  objectType,
  shortText,
  text,
  textList,
  enumeration,
} from '../builders';
import type { BoundsByUnits, Condition, Enumeration, NumberField, ObjectType } from '../vocabulary';
import { day, durationBounds, durationUnits, glucoseRateUnits, strictGlucoseUnits } from './units';

const weekday = enumeration('Weekday', 'A day of the week.', {
  sunday: 'Sunday.',
  monday: 'Monday.',
  tuesday: 'Tuesday.',
  wednesday: 'Wednesday.',
  thursday: 'Thursday.',
  friday: 'Friday.',
  saturday: 'Saturday.',
});

const snooze = objectType('AlertSnooze', {
  description: 'How long an alert stays silent after it was acknowledged.',
  fields: [
    text('units', { required: true, enumeration: durationUnits, description: 'The unit of the duration.' }),
    number('duration', {
      required: true,
      unitsFrom: 'units',
      bounds: durationBounds(10),
      description: 'How long the alert stays silent.',
    }),
  ],
});

/** An alert with a threshold. The threshold keeps the unit in which it is sent. */
function thresholdAlert(
  graphqlName: string,
  description: string,
  threshold: { name: string; units: Enumeration; bounds: BoundsByUnits; description: string },
): ObjectType {
  const hasThreshold: Condition = { anyPresent: [threshold.name] };
  const value: NumberField = number(threshold.name, {
    unitsFrom: 'units',
    bounds: threshold.bounds,
    description: threshold.description,
  });
  return objectType(graphqlName, {
    description,
    fields: [
      boolean('enabled', { required: true, description: 'Whether the alert is on.' }),
      object('snooze', snooze, { description: 'How long it stays silent after it was acknowledged.' }),
      text('units', {
        enumeration: threshold.units,
        requiredWhen: hasThreshold,
        allowedWhen: hasThreshold,
        description: 'The unit of the threshold.',
      }),
      value,
    ],
  });
}

function levelAlert(graphqlName: string, description: string, bounds: BoundsByUnits): ObjectType {
  const level = {
    name: 'level',
    units: strictGlucoseUnits,
    bounds,
    description: 'Glucose that sets it off.',
  };
  return thresholdAlert(graphqlName, description, level);
}

const urgentLow = levelAlert('UrgentLowAlert', 'An alert for dangerously low glucose.', {
  'mg/dL': [40, 80],
  'mmol/L': [2.2203, 4.4406],
});

const low = levelAlert('LowAlert', 'An alert for low glucose.', {
  'mg/dL': [50, 150],
  'mmol/L': [2.77537, 8.32612],
});

const high = levelAlert('HighAlert', 'An alert for high glucose.', {
  'mg/dL': [100, 400],
  'mmol/L': [5.55075, 22.20299],
});

const rate = thresholdAlert('RateAlert', 'An alert for rapidly changing glucose.', {
  name: 'rate',
  units: glucoseRateUnits,
  bounds: { 'mg/dL/minute': [0, 10], 'mmol/L/minute': [0.05551, 0.55507] },
  description: 'Rate of change that sets it off.',
});

const duration = thresholdAlert('DurationAlert', 'An alert for a lasting lack of readings.', {
  name: 'duration',
  units: durationUnits,
  bounds: durationBounds(6),
  description: 'How long readings must be missing to set it off.',
});

/** The alerts of a continuous glucose monitor. */
export const cgmAlerts = objectType('CgmAlerts', {
  description: 'The alerts of a continuous glucose monitor.',
  fields: [
    boolean('enabled', { required: true, description: 'Whether alerts are on at all.' }),
    object('urgentLow', urgentLow, { description: 'Glucose is dangerously low.' }),
    object('urgentLowPredicted', urgentLow, { description: 'Glucose will soon be dangerously low.' }),
    object('low', low, { description: 'Glucose is low.' }),
    object('lowPredicted', low, { description: 'Glucose will soon be low.' }),
    object('high', high, { description: 'Glucose is high.' }),
    object('highPredicted', high, { description: 'Glucose will soon be high.' }),
    object('fall', rate, { description: 'Glucose is falling rapidly.' }),
    object('rise', rate, { description: 'Glucose is rising rapidly.' }),
    object('noData', duration, { description: 'The sensor gives no readings.' }),
    object('outOfRange', duration, { description: 'The sensor is out of reach.' }),
  ],
});

/** The alerts of a continuous glucose monitor at certain times of the week. */
export const scheduledCgmAlerts = objectType('ScheduledCgmAlerts', {
  description: 'The alerts of a continuous glucose monitor at certain times of the week.',
  fields: [
    shortText('name', { description: 'Name of the schedule.' }),
    textList('days', {
      required: true,
      itemEnumeration: weekday,
      unique: true,
      description: 'On which days of the week they are in force.',
    }),
    integer('start', {
      required: true,
      minimum: 0,
      maximum: day,
      unit: 'ms',
      description: 'From when they are in force, in milliseconds after midnight.',
    }),
    integer('end', {
      required: true,
      minimum: 0,
      maximum: 2 * day,
      unit: 'ms',
      description:
        'Until when they are in force, in milliseconds after midnight; on the next day if beyond it.',
    }),
    object('alerts', cgmAlerts, { required: true, description: 'The alerts.' }),
  ],
});
