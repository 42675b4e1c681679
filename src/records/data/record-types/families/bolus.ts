import {
  enumeration,
  integer,
  number,
  object,
  recordType,
  text,
} from '../../../../platform/validation/builders';
import type { Field, NumberField, RecordType } from '../../../../platform/validation/vocabulary';
import { insulinFormulation } from './insulin-formulation';
import { day } from './units';

const deliveryContext = enumeration('BolusDeliveryContext', 'What triggered a bolus.', {
  algorithm: 'A dosing algorithm.',
  device: 'The pump itself.',
  oneButton: 'A one-button bolus.',
  remote: 'A remote command.',
  undetermined: 'Unknown.',
  watch: 'A watch.',
});

/** Maximum of one part of a bolus, in units of insulin. */
const largestPart = 100;

const amount = { minimum: 0, maximum: largestPart } as const;

const common: readonly Field[] = [
  text('deliveryContext', { enumeration: deliveryContext, description: 'What triggered the bolus.' }),
  object('insulinFormulation', insulinFormulation, { description: 'The insulin that was delivered.' }),
];

const normalDescription = 'Insulin delivered at once, in units.';

const expectedNormal = {
  ...amount,
  description: 'Intended immediate amount in units, if the delivery was cut short.',
};

const programmedNormal: readonly NumberField[] = [
  number('normal', {
    ...amount,
    required: true,
    maximumFrom: { field: 'expectedNormal', within: [0, largestPart] },
    description: normalDescription,
  }),
  number('expectedNormal', expectedNormal),
];

/** An algorithm reports the requested amount if nothing was delivered. */
const automatedNormal: readonly NumberField[] = [
  number('normal', { ...amount, required: true, description: normalDescription }),
  number('expectedNormal', {
    ...expectedNormal,
    requiredWhen: { field: 'normal', in: [0] },
    minimumFrom: { field: 'normal', within: [0, largestPart] },
  }),
];

const extended: readonly Field[] = [
  integer('duration', {
    required: true,
    minimum: 0,
    maximum: day,
    maximumFrom: { field: 'expectedDuration', within: [0, day] },
    unit: 'ms',
    description: 'Actual duration of the extended part, in milliseconds.',
  }),
  integer('expectedDuration', {
    minimum: 0,
    maximum: day,
    requiredWhen: { anyPresent: ['expectedExtended'] },
    allowedWhen: { anyPresent: ['expectedExtended'] },
    unit: 'ms',
    description: 'Intended duration of the extended part, in milliseconds.',
  }),
  number('extended', {
    ...amount,
    required: true,
    maximumFrom: { field: 'expectedExtended', within: [0, largestPart] },
    description: 'Amount delivered over the duration, in units.',
  }),
  number('expectedExtended', {
    ...amount,
    description: 'Intended amount over the expected duration, in units.',
  }),
];

function bolus(
  subType: string,
  graphqlName: string,
  description: string,
  fields: readonly Field[],
): RecordType {
  return recordType({
    type: 'bolus',
    discriminator: { field: 'subType', value: subType },
    graphqlName,
    family: 'Bolus',
    description,
    fields: [...common, ...fields],
  });
}

export const bolusRecords = [
  bolus('automated', 'AutomatedBolus', 'A bolus delivered by an automated system.', automatedNormal),
  bolus('normal', 'NormalBolus', 'A bolus delivered at once.', programmedNormal),
  bolus('square', 'ExtendedBolus', 'A bolus delivered evenly over time.', extended),
  bolus(
    'dual/square',
    'CombinationBolus',
    'A bolus with one part delivered at once and the other over time.',
    [...programmedNormal, ...extended],
  ),
];
