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
} from '../../../../platform/validation/builders';
import type { Field, RecordType, Rule } from '../../../../platform/validation/vocabulary';
import { glucoseReading } from './glucose';
import { overrideFields } from './settings-override';
import { timeChangeFields, timeChangeRules } from './time-change';

const alarmType = enumeration('AlarmType', 'Type of an alarm.', {
  auto_off: 'Auto-off.',
  low_insulin: 'Low insulin.',
  low_power: 'Low power.',
  no_delivery: 'No delivery.',
  no_insulin: 'No insulin.',
  no_power: 'No power.',
  occlusion: 'Occlusion.',
  other: 'Other.',
  over_limit: 'Over limit.',
});

const primeTarget = enumeration('PrimeTarget', 'The part that was primed with insulin.', {
  cannula: 'The cannula.',
  tubing: 'The tubing.',
});

const deliveryStatus = enumeration('DeliveryStatus', 'Delivery status.', {
  resumed: 'Resumed.',
  suspended: 'Suspended.',
});

const sensorEventType = enumeration('SensorEventType', 'Event of a sensor or transmitter.', {
  expired: 'Expired.',
  start: 'Started.',
  stop: 'Stopped.',
});

const eventType = text('eventType', {
  enumeration: sensorEventType,
  description: 'What happened to the sensor or transmitter.',
});

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
  description: 'The change of delivery caused by the event.',
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
    text('alarmType', { required: true, enumeration: alarmType, description: 'Type of the alarm.' }),
    linkedStatus,
  ]),
  deviceEvent(
    'calibration',
    'CalibrationEvent',
    'A sensor was calibrated with a meter reading.',
    glucoseReading('Glucose concentration of the blood.'),
  ),
  deviceEvent('prime', 'PrimeEvent', 'Parts of a pump were primed with insulin.', [
    text('primeTarget', { required: true, enumeration: primeTarget, description: 'What was primed.' }),
    number('volume', {
      unitsFrom: 'primeTarget',
      bounds: { cannula: [0, 1000], tubing: [0, 1000] },
      description: 'Amount of insulin used, in units.',
    }),
  ]),
  deviceEvent(
    'pumpSettingsOverride',
    'PumpSettingsOverrideEvent',
    'Pump settings were overridden for a while.',
    overrideFields,
  ),
  deviceEvent('reservoirChange', 'ReservoirChangeEvent', 'The insulin reservoir of a pump was changed.', [
    linkedStatus,
  ]),
  deviceEvent('status', 'DeliveryStatusEvent', 'Insulin delivery was suspended or resumed.', [
    text('status', {
      required: true,
      enumeration: deliveryStatus,
      description: 'Whether delivery was suspended or resumed.',
    }),
    metadata('reason', {
      required: true,
      graphqlName: 'deliveryReason',
      description:
        'The reason: JSON, whose keys devices choose, usually `automatic` or `manual` under the status, as in `{ "suspended": "manual" }`.',
    }),
    integer('duration', {
      minimum: 0,
      unit: 'ms',
      graphqlName: 'statusDuration',
      description: 'Actual duration of the status, in milliseconds.',
    }),
    integer('expectedDuration', {
      minimum: 0,
      minimumFrom: { field: 'duration', within: [0, null] },
      unit: 'ms',
      graphqlName: 'expectedStatusDuration',
      description: 'Intended duration of the status, in milliseconds.',
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
    change('bgTarget', 'The glucose target.'),
    change('carbRatio', 'The carbohydrate ratio.'),
    change('insulinSensitivityFactor', 'The insulin sensitivity.'),
  ]),
  deviceEvent('transmitterEvent', 'TransmitterEvent', 'A transmitter was started or stopped, or expired.', [
    eventType,
  ]),
];
