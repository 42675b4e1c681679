import {
  boolean,
  enumeration,
  number,
  object,
  objectType,
  recordType,
  text,
  time,
} from '../../../../platform/validation/builders';
import type { Condition, Field } from '../../../../platform/validation/vocabulary';
import { battery } from './battery';
import { insulinUnits } from './units';

const basalDeliveryState = enumeration('BasalDeliveryState', 'Basal delivery state of a pump.', {
  cancelingTemporary: 'Canceling a temporary rate.',
  initiatingTemporary: 'Starting a temporary rate.',
  resuming: 'Resuming delivery.',
  scheduled: 'Delivering the scheduled rate.',
  suspended: 'Suspended.',
  suspending: 'Suspending delivery.',
  temporary: 'Delivering a temporary rate.',
});

const bolusDeliveryState = enumeration('BolusDeliveryState', 'Bolus delivery state of a pump.', {
  canceling: 'Canceling a bolus.',
  delivering: 'Delivering a bolus.',
  initiating: 'Starting a bolus.',
  none: 'Nothing.',
});

const amountDelivered = number('amountDelivered', {
  minimum: 0,
  maximum: 1000,
  description: 'Units of insulin delivered so far.',
});

const startTime = time('startTime', { description: 'When delivery began.' });

const basalDose = objectType('TemporaryBasalDose', {
  description: 'The temporary rate that a pump is delivering.',
  fields: [
    startTime,
    time('endTime', {
      allowedWhen: { anyPresent: ['startTime'] },
      notBefore: 'startTime',
      description: 'When delivery will end.',
    }),
    number('rate', { required: true, minimum: 0, maximum: 100, description: 'Units of insulin per hour.' }),
    amountDelivered,
  ],
});

const bolusDose = objectType('DeliveredBolusDose', {
  description: 'The bolus that a pump is delivering.',
  fields: [
    startTime,
    number('amount', {
      required: true,
      minimum: 0,
      maximum: 1000,
      description: 'Total units of insulin to deliver.',
    }),
    amountDelivered,
  ],
});

const lastsSince: Condition = { field: 'state', in: ['scheduled', 'suspended'] };
const isTemporary: Condition = { field: 'state', in: ['temporary'] };
const isDelivering: Condition = { field: 'state', in: ['delivering'] };

const basalDelivery = objectType('BasalDelivery', {
  description: 'Basal delivery state of a pump.',
  fields: [
    text('state', {
      required: true,
      enumeration: basalDeliveryState,
      description: 'Whether basal insulin is delivered, and by whom it is set.',
    }),
    time('time', {
      requiredWhen: lastsSince,
      allowedWhen: lastsSince,
      description: 'Since when the pump has delivered its schedule, or nothing.',
    }),
    object('dose', basalDose, {
      requiredWhen: isTemporary,
      allowedWhen: isTemporary,
      description: 'The temporary rate.',
    }),
  ],
});

const bolusDelivery = objectType('BolusDelivery', {
  description: 'Bolus delivery state of a pump.',
  fields: [
    text('state', {
      required: true,
      enumeration: bolusDeliveryState,
      description: 'Whether a bolus is under way.',
    }),
    object('dose', bolusDose, {
      requiredWhen: isDelivering,
      allowedWhen: isDelivering,
      description: 'The bolus that is under way.',
    }),
  ],
});

const reservoir = objectType('Reservoir', {
  description: 'The insulin reservoir of a pump.',
  fields: [
    time('time', { description: 'When the reservoir was checked.' }),
    number('remaining', {
      required: true,
      minimum: 0,
      maximum: 10_000,
      description: 'The remaining insulin.',
    }),
    text('units', {
      required: true,
      enumeration: insulinUnits,
      description: 'The unit of the remaining insulin.',
    }),
  ],
});

const fields: readonly Field[] = [
  object('basalDelivery', basalDelivery, { description: 'Basal delivery state.' }),
  object('battery', battery, { description: 'The battery of the pump.' }),
  object('bolusDelivery', bolusDelivery, { description: 'Bolus delivery state.' }),
  boolean('deliveryIndeterminant', { description: 'Whether the delivered insulin is uncertain.' }),
  object('reservoir', reservoir, { description: 'The insulin reservoir of the pump.' }),
];

export const pumpStatusRecords = [
  recordType({
    type: 'pumpStatus',
    graphqlName: 'PumpStatus',
    description: 'State of an insulin pump at a point in time.',
    fields,
    rules: [{ anyOf: fields.map((field) => field.name) }],
  }),
  recordType({
    type: 'deviceStatus',
    graphqlName: 'DeviceStatus',
    description: 'State of a device at a point in time.',
    fields,
  }),
];
