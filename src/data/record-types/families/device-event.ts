import {
  embeddedRecord,
  enumeration,
  integer,
  metadata,
  number,
  object,
  objectType,
  recordType,
  text,
} from '../builders';
import type { Field, RecordType, Rule } from '../vocabulary';
import { glucoseReading } from './glucose';
import { overrideFields } from './settings-override';
import { timeChangeFields, timeChangeRules } from './time-change';

const alarmType = enumeration('AlarmType', 'What an alarm warns of.', {
  auto_off: 'The pump turned itself off.',
  low_insulin: 'Little insulin is left.',
  low_power: 'Little power is left.',
  no_delivery: 'No insulin is delivered.',
  no_insulin: 'No insulin is left.',
  no_power: 'No power is left.',
  occlusion: 'The flow of insulin is blocked.',
  other: 'Something else.',
  over_limit: 'More insulin was asked for than the pump allows.',
});

const primeTarget = enumeration('PrimeTarget', 'What is filled with insulin.', {
  cannula: 'The cannula.',
  tubing: 'The tubing.',
});

const deliveryStatus = enumeration('DeliveryStatus', 'Whether insulin is delivered.', {
  resumed: 'Delivery was resumed.',
  suspended: 'Delivery was suspended.',
});

const sensorEventType = enumeration('SensorEventType', 'What happened to a sensor or a transmitter.', {
  expired: 'It reached the end of its life.',
  start: 'It was started.',
  stop: 'It was stopped.',
});

const eventType = text('eventType', { enumeration: sensorEventType, description: 'What happened.' });

const settingChange = objectType('SettingChange', {
  description: 'A setting before and after it was changed.',
  fields: [
    text('from', { description: 'The setting before the change.' }),
    text('to', { required: true, description: 'The setting after the change.' }),
  ],
});

function change(name: string, description: string): Field {
  return object(name, settingChange, { graphqlName: `${name}Change`, description });
}

const linkedStatus = embeddedRecord('status', {
  record: { type: 'deviceEvent', subType: 'status' },
  graphqlName: 'deliveryStatus',
  description: 'The change of delivery that goes with the event.',
});

function deviceEvent(
  subType: string,
  graphqlName: string,
  description: string,
  fields: readonly Field[],
  rules?: readonly Rule[],
): RecordType {
  return recordType({
    type: 'deviceEvent',
    discriminator: { field: 'subType', value: subType },
    graphqlName,
    family: 'DeviceEvent',
    description,
    fields,
    rules,
  });
}

export const deviceEventRecords = [
  deviceEvent('alarm', 'AlarmEvent', 'A device raised an alarm.', [
    text('alarmType', { required: true, enumeration: alarmType, description: 'What the alarm warns of.' }),
    linkedStatus,
  ]),
  deviceEvent(
    'calibration',
    'CalibrationEvent',
    'A sensor was calibrated with a reading of a meter.',
    glucoseReading('Glucose concentration of the blood.'),
  ),
  deviceEvent('prime', 'PrimeEvent', 'Parts of a pump were filled with insulin.', [
    text('primeTarget', { required: true, enumeration: primeTarget, description: 'What was filled.' }),
    number('volume', {
      unitsFrom: 'primeTarget',
      bounds: { cannula: [0, 1000], tubing: [0, 1000] },
      description: 'How much insulin it took, in units.',
    }),
  ]),
  deviceEvent(
    'pumpSettingsOverride',
    'PumpSettingsOverrideEvent',
    'Settings of a pump were overridden for some time.',
    overrideFields,
  ),
  deviceEvent('reservoirChange', 'ReservoirChangeEvent', 'The insulin reservoir of a pump was changed.', [
    linkedStatus,
  ]),
  deviceEvent('status', 'DeliveryStatusEvent', 'Delivery of insulin was suspended or resumed.', [
    text('status', {
      required: true,
      enumeration: deliveryStatus,
      description: 'Whether delivery was suspended or resumed.',
    }),
    metadata('reason', {
      required: true,
      graphqlName: 'deliveryReason',
      description:
        'Why: usually `automatic` or `manual` under the status, as in `{ "suspended": "manual" }`.',
    }),
    integer('duration', {
      minimum: 0,
      unit: 'ms',
      graphqlName: 'statusDuration',
      description: 'How long delivery stayed so, in milliseconds.',
    }),
    integer('expectedDuration', {
      minimum: 0,
      minimumFrom: { field: 'duration', within: [0, null] },
      unit: 'ms',
      graphqlName: 'expectedStatusDuration',
      description: 'How long delivery was meant to stay so, in milliseconds.',
    }),
  ]),
  deviceEvent(
    'timeChange',
    'TimeChangeEvent',
    'The clock of a device was set.',
    timeChangeFields,
    timeChangeRules,
  ),
  deviceEvent('sensorEvent', 'SensorEvent', 'A sensor was started or stopped, or expired.', [eventType]),
  deviceEvent('settingsChange', 'SettingsChangeEvent', 'Settings of a pump were changed.', [
    change('basalSchedule', 'The basal schedule.'),
    change('bgTarget', 'The glucose to aim at.'),
    change('carbRatio', 'The carbohydrate ratio.'),
    change('insulinSensitivityFactor', 'The insulin sensitivity.'),
  ]),
  deviceEvent('transmitterEvent', 'TransmitterEvent', 'A transmitter was started or stopped, or expired.', [
    eventType,
  ]),
];
