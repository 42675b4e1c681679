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
} from '../../../../platform/validation/builders';
import type {
  BoundsByUnits,
  Condition,
  Enumeration,
  NumberField,
  ObjectType,
} from '../../../../platform/validation/vocabulary';
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
  description: 'How long an alert is snoozed.',
  fields: [
    text('units', { required: true, enumeration: durationUnits, description: 'The unit of the duration.' }),
    number('duration', {
      required: true,
      unitsFrom: 'units',
      bounds: durationBounds(10),
      description: 'How long the alert is snoozed.',
    }),
  ],
});

/** An alert with a threshold. The threshold keeps the unit in which it is sent. */
function thresholdAlert(
  graphqlName: string,
  description: string,
  threshold: {
    name: string;
    units: Enumeration;
    bounds: BoundsByUnits;
    description: string;
    keepsGlucoseUnit?: boolean;
  },
): ObjectType {
  const hasThreshold: Condition = { anyPresent: [threshold.name] };
  const value: NumberField = number(threshold.name, {
    unitsFrom: 'units',
    bounds: threshold.bounds,
    description: threshold.description,
    ...(threshold.keepsGlucoseUnit && { keepsGlucoseUnit: true }),
  });
  return objectType(graphqlName, {
    description,
    fields: [
      boolean('enabled', { required: true, description: 'Whether the alert is on.' }),
      object('snooze', snooze, { description: 'How long the alert is snoozed.' }),
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
    description: 'Glucose level that triggers the alert.',
    keepsGlucoseUnit: true,
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
  description: 'Rate of change that triggers the alert.',
  keepsGlucoseUnit: true,
});

const duration = thresholdAlert('DurationAlert', 'An alert for missing readings.', {
  name: 'duration',
  units: durationUnits,
  bounds: durationBounds(6),
  description: 'How long readings must be missing to trigger the alert.',
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
    object('outOfRange', duration, { description: 'The sensor is out of range.' }),
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
      description: 'Days of the week on which they are active.',
    }),
    integer('start', {
      required: true,
      minimum: 0,
      maximum: day,
      unit: 'ms',
      description: 'Start of the active time, in milliseconds after midnight.',
    }),
    integer('end', {
      required: true,
      minimum: 0,
      maximum: 2 * day,
      unit: 'ms',
      description:
        'End of the active time, in milliseconds after midnight; values beyond a day mean the next day.',
    }),
    object('alerts', cgmAlerts, { required: true, description: 'The alerts at these times.' }),
  ],
});
