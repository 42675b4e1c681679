import {
  json,
  localTime,
  number,
  object,
  objectType,
  text,
  textList,
} from '../../../../platform/validation/builders';
import { enumeration } from '../../../../platform/validation/builders';
import type { Field } from '../../../../platform/validation/vocabulary';
import type { LegacyType } from '../legacy-type';
import { reading, readingGlucose } from './glucose';

const method = enumeration('LegacyMethod', 'Who or what caused something.', {
  automatic: 'The device.',
  manual: 'A person.',
});

const deliveryStatus = enumeration('LegacyDeliveryStatus', 'Whether a pump delivers insulin.', {
  suspended: 'Suspended.',
  resumed: 'Resumed.',
});

const alarmType = enumeration('LegacyAlarm', 'The reason for an alarm of a pump.', {
  auto_off: 'Auto-off.',
  low_insulin: 'Low insulin.',
  low_power: 'Low power.',
  no_delivery: 'No delivery.',
  no_insulin: 'No insulin.',
  no_power: 'No power.',
  occlusion: 'Occlusion.',
  other: 'Another reason.',
  over_limit: 'Over limit.',
});

const primeTarget = enumeration('LegacyPrimeTarget', 'The part that was primed with insulin.', {
  cannula: 'The cannula.',
  tubing: 'The tubing.',
});

const changeReason = enumeration('LegacyTimeChangeReason', 'The reason for a clock change.', {
  from_daylight_savings: 'Daylight saving ended.',
  to_daylight_savings: 'Daylight saving began.',
  travel: 'Travel.',
  correction: 'Correction of a wrong time.',
  other: 'Another reason.',
});

const overrideType = enumeration('LegacyOverride', 'The reason for an override of settings.', {
  physicalActivity: 'Physical activity.',
  sleep: 'Sleep.',
});

const change = objectType('LegacyTimeChange', {
  description: 'A change of a clock.',
  fields: [
    localTime('from', { required: true, description: 'What it showed before.' }),
    localTime('to', { required: true, description: 'What it showed afterwards.' }),
    text('agent', { required: true, enumeration: method, description: 'Who or what set it.' }),
    textList('reasons', { itemEnumeration: changeReason, description: 'The reason.' }),
    text('timezone', { description: 'Time zone of the device.' }),
  ],
});

const reason = objectType('LegacyStatusReason', {
  description: 'Why delivery was suspended or resumed.',
  fields: [
    text('suspended', { enumeration: method, description: 'Who or what suspended it.' }),
    text('resumed', { enumeration: method, description: 'Who or what resumed it.' }),
  ],
  rules: [{ anyOf: ['suspended', 'resumed'] }],
});

const linkedStatus = json('status', {
  description: 'The basal delivery in the meantime, or the id of that record.',
});
const payload = object(
  'payload',
  objectType('LegacyPayload', { description: 'Free-form metadata.', fields: [] }),
  {
    description: 'Free-form metadata.',
  },
);
const milliseconds = 'How long it lasted, in milliseconds.';
const week = 604_800_000;

function event(subType: string, description: string, fields: readonly Field[]): LegacyType {
  return {
    type: 'deviceEvent',
    discriminator: { field: 'subType', value: subType },
    description,
    hasDeviceTime: true,
    idFields: ['type', 'subType', 'time', 'deviceId'],
    fields,
  };
}

export const deviceEventTypes: readonly LegacyType[] = [
  { ...event('calibration', 'A sensor was calibrated.', reading), glucose: readingGlucose },
  {
    ...event('status', 'Insulin delivery was suspended or resumed.', [
      text('status', {
        required: true,
        enumeration: deliveryStatus,
        description: 'Whether insulin is delivered.',
      }),
      object('reason', reason, { required: true, description: 'The reason.' }),
      number('duration', { minimum: 0, description: milliseconds }),
    ]),
    links: ['previous'],
    effect: 'deliveryStatus',
  },
  {
    ...event('alarm', 'A pump raised an alarm.', [
      text('alarmType', { required: true, enumeration: alarmType, description: 'The reason.' }),
      linkedStatus,
      payload,
    ]),
    links: ['status'],
  },
  {
    ...event('reservoirChange', 'The reservoir of a pump was changed.', [linkedStatus]),
    links: ['status'],
  },
  event('prime', 'The tubing or cannula of a pump was primed.', [
    text('primeTarget', { required: true, enumeration: primeTarget, description: 'What was primed.' }),
    number('volume', { description: 'Units of insulin.' }),
  ]),
  event('timeChange', 'The clock of a device was set.', [
    object('change', change, { required: true, description: 'How it was set.' }),
  ]),
  event('pumpSettingsOverride', 'Pump settings were overridden for a while.', [
    text('overrideType', { required: true, enumeration: overrideType, description: 'The reason.' }),
    number('duration', { required: true, minimum: 0, maximum: week, description: milliseconds }),
    text('method', { enumeration: method, description: 'Who or what did it.' }),
  ]),
];
