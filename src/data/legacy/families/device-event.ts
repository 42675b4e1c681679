import { json, localTime, number, object, objectType, text, textList } from '../../record-types/builders';
import { enumeration } from '../../record-types/builders';
import type { Field } from '../../record-types/vocabulary';
import type { LegacyType } from '../legacy-type';
import { reading, readingGlucose } from './glucose';

const method = enumeration('LegacyMethod', 'Who brought something about.', {
  automatic: 'The device.',
  manual: 'A person.',
});

const deliveryStatus = enumeration('LegacyDeliveryStatus', 'Whether a pump delivers insulin.', {
  suspended: 'It does not.',
  resumed: 'It does again.',
});

const alarmType = enumeration('LegacyAlarm', 'Why a pump raised an alarm.', {
  auto_off: 'It switched itself off.',
  low_insulin: 'There is little insulin left.',
  low_power: 'There is little power left.',
  no_delivery: 'Insulin is not delivered.',
  no_insulin: 'There is no insulin left.',
  no_power: 'There is no power left.',
  occlusion: 'The tube is blocked.',
  other: 'Another reason.',
  over_limit: 'A limit was exceeded.',
});

const primeTarget = enumeration('LegacyPrimeTarget', 'What was filled with insulin.', {
  cannula: 'The cannula.',
  tubing: 'The tube.',
});

const changeReason = enumeration('LegacyTimeChangeReason', 'Why a clock was set.', {
  from_daylight_savings: 'Daylight saving ended.',
  to_daylight_savings: 'Daylight saving began.',
  travel: 'Travel.',
  correction: 'It was wrong.',
  other: 'Another reason.',
});

const overrideType = enumeration('LegacyOverride', 'Why settings were overridden.', {
  physicalActivity: 'Physical activity.',
  sleep: 'Sleep.',
});

const change = objectType('LegacyTimeChange', {
  description: 'How a clock was set.',
  fields: [
    localTime('from', { required: true, description: 'What it showed before.' }),
    localTime('to', { required: true, description: 'What it showed afterwards.' }),
    text('agent', { required: true, enumeration: method, description: 'Who set it.' }),
    textList('reasons', { itemEnumeration: changeReason, description: 'Why.' }),
    text('timezone', { description: 'Time zone of the device.' }),
  ],
});

const reason = objectType('LegacyStatusReason', {
  description: 'Why delivery stopped or went on.',
  fields: [
    text('suspended', { enumeration: method, description: 'Who stopped it.' }),
    text('resumed', { enumeration: method, description: 'Who let it go on.' }),
  ],
  rules: [{ anyOf: ['suspended', 'resumed'] }],
});

const linkedStatus = json('status', {
  description: 'What delivery did meanwhile, or the id of that record.',
});
const payload = object(
  'payload',
  objectType('LegacyPayload', { description: 'Free-form facts.', fields: [] }),
  {
    description: 'Free-form facts.',
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
    ...event('status', 'A pump stopped or went on delivering insulin.', [
      text('status', { required: true, enumeration: deliveryStatus, description: 'Whether it delivers.' }),
      object('reason', reason, { required: true, description: 'Why.' }),
      number('duration', { minimum: 0, description: milliseconds }),
    ]),
    links: ['previous'],
    effect: 'deliveryStatus',
  },
  {
    ...event('alarm', 'A pump raised an alarm.', [
      text('alarmType', { required: true, enumeration: alarmType, description: 'Why.' }),
      linkedStatus,
      payload,
    ]),
    links: ['status'],
  },
  {
    ...event('reservoirChange', 'The reservoir of a pump was changed.', [linkedStatus]),
    links: ['status'],
  },
  event('prime', 'Tube or cannula of a pump were filled.', [
    text('primeTarget', { required: true, enumeration: primeTarget, description: 'What was filled.' }),
    number('volume', { description: 'Units of insulin.' }),
  ]),
  event('timeChange', 'The clock of a device was set.', [
    object('change', change, { required: true, description: 'How it was set.' }),
  ]),
  event('pumpSettingsOverride', 'Settings of a pump were overridden for a while.', [
    text('overrideType', { required: true, enumeration: overrideType, description: 'Why.' }),
    number('duration', { required: true, minimum: 0, maximum: week, description: milliseconds }),
    text('method', { enumeration: method, description: 'Who did it.' }),
  ]),
];
