import { boolean, enumeration, number, object, objectType, recordType, text, time } from '../builders';
import type { Condition, Field } from '../vocabulary';
import { battery } from './battery';
import { insulinUnits } from './units';

const basalDeliveryState = enumeration('BasalDeliveryState', 'What a pump does about basal insulin.', {
  cancelingTemporary: 'It is ending a temporary rate.',
  initiatingTemporary: 'It is starting a temporary rate.',
  resuming: 'It is resuming delivery.',
  scheduled: 'It delivers at the scheduled rate.',
  suspended: 'It delivers nothing.',
  suspending: 'It is suspending delivery.',
  temporary: 'It delivers at a temporary rate.',
});

const bolusDeliveryState = enumeration('BolusDeliveryState', 'What a pump does about a bolus.', {
  canceling: 'It is canceling a bolus.',
  delivering: 'It delivers a bolus.',
  initiating: 'It is starting a bolus.',
  none: 'Nothing.',
});

const amountDelivered = number('amountDelivered', {
  minimum: 0,
  maximum: 1000,
  description: 'What has been delivered of it so far, in units of insulin.',
});

const startTime = time('startTime', { description: 'When delivery began.' });

const basalDose = objectType('TemporaryBasalDose', {
  description: 'The temporary rate that a pump delivers.',
  fields: [
    startTime,
    time('endTime', {
      allowedWhen: { anyPresent: ['startTime'] },
      notBefore: 'startTime',
      description: 'When delivery is to end.',
    }),
    number('rate', { required: true, minimum: 0, maximum: 100, description: 'Units of insulin per hour.' }),
    amountDelivered,
  ],
});

const bolusDose = objectType('DeliveredBolusDose', {
  description: 'The bolus that a pump delivers.',
  fields: [
    startTime,
    number('amount', {
      required: true,
      minimum: 0,
      maximum: 1000,
      description: 'What is to be delivered, in units of insulin.',
    }),
    amountDelivered,
  ],
});

const lastsSince: Condition = { field: 'state', in: ['scheduled', 'suspended'] };
const isTemporary: Condition = { field: 'state', in: ['temporary'] };
const isDelivering: Condition = { field: 'state', in: ['delivering'] };

const basalDelivery = objectType('BasalDelivery', {
  description: 'What a pump does about basal insulin.',
  fields: [
    text('state', {
      required: true,
      enumeration: basalDeliveryState,
      description: 'What the pump does.',
    }),
    time('time', {
      requiredWhen: lastsSince,
      allowedWhen: lastsSince,
      description: 'Since when the pump has delivered by schedule, or nothing.',
    }),
    object('dose', basalDose, {
      requiredWhen: isTemporary,
      allowedWhen: isTemporary,
      description: 'The temporary rate.',
    }),
  ],
});

const bolusDelivery = objectType('BolusDelivery', {
  description: 'What a pump does about a bolus.',
  fields: [
    text('state', { required: true, enumeration: bolusDeliveryState, description: 'What the pump does.' }),
    object('dose', bolusDose, {
      requiredWhen: isDelivering,
      allowedWhen: isDelivering,
      description: 'The bolus.',
    }),
  ],
});

const reservoir = objectType('Reservoir', {
  description: 'The insulin reservoir of a pump.',
  fields: [
    time('time', { description: 'When the reservoir was looked at.' }),
    number('remaining', {
      required: true,
      minimum: 0,
      maximum: 10_000,
      description: 'The insulin that is left.',
    }),
    text('units', { required: true, enumeration: insulinUnits, description: 'The unit of what is left.' }),
  ],
});

const fields: readonly Field[] = [
  object('basalDelivery', basalDelivery, { description: 'What the pump does about basal insulin.' }),
  object('battery', battery, { description: 'The battery of the pump.' }),
  object('bolusDelivery', bolusDelivery, { description: 'What the pump does about a bolus.' }),
  boolean('deliveryIndeterminant', { description: 'Whether it is unknown what was delivered.' }),
  object('reservoir', reservoir, { description: 'The insulin reservoir of the pump.' }),
];

export const pumpStatusRecords = [
  recordType({
    type: 'pumpStatus',
    graphqlName: 'PumpStatus',
    description: 'State of an insulin pump at one time.',
    fields,
    rules: [{ anyOf: fields.map((field) => field.name) }],
  }),
  recordType({
    type: 'deviceStatus',
    graphqlName: 'DeviceStatus',
    description: 'State of a device at one time.',
    fields,
  }),
];
