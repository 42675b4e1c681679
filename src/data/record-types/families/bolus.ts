import { enumeration, integer, number, object, recordType, text } from '../builders';
import type { Field, NumberField, RecordType } from '../vocabulary';
import { insulinFormulation } from './insulin-formulation';
import { day } from './units';

const deliveryContext = enumeration('BolusDeliveryContext', 'What set a bolus off.', {
  algorithm: 'A dosing algorithm.',
  device: 'The pump itself.',
  oneButton: 'A single press of a button.',
  remote: 'A command from afar.',
  undetermined: 'Not known.',
  watch: 'A watch.',
});

/** The most that one part of a bolus can hold, in units of insulin. */
const largestPart = 100;

const amount = { minimum: 0, maximum: largestPart } as const;

const common: readonly Field[] = [
  text('deliveryContext', { enumeration: deliveryContext, description: 'What set the bolus off.' }),
  object('insulinFormulation', insulinFormulation, { description: 'The insulin that was delivered.' }),
];

const normalDescription = 'Insulin delivered at once, in units.';

const expectedNormal = {
  ...amount,
  description: 'Insulin that was meant to be delivered at once, when delivery was cut short. In units.',
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

/** An algorithm reports what it asked for whenever nothing was delivered. */
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
    description: 'How long the extended part was delivered, in milliseconds.',
  }),
  integer('expectedDuration', {
    minimum: 0,
    maximum: day,
    requiredWhen: { anyPresent: ['expectedExtended'] },
    allowedWhen: { anyPresent: ['expectedExtended'] },
    unit: 'ms',
    description: 'How long the extended part was meant to be delivered, in milliseconds.',
  }),
  number('extended', {
    ...amount,
    required: true,
    maximumFrom: { field: 'expectedExtended', within: [0, largestPart] },
    description: 'Insulin delivered over the duration, in units.',
  }),
  number('expectedExtended', {
    ...amount,
    description: 'Insulin that was meant to be delivered over the expected duration, in units.',
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
  bolus('automated', 'AutomatedBolus', 'A bolus that an automated system gave on its own.', automatedNormal),
  bolus('normal', 'NormalBolus', 'A bolus delivered at once.', programmedNormal),
  bolus('square', 'ExtendedBolus', 'A bolus delivered evenly over some time.', extended),
  bolus(
    'dual/square',
    'CombinationBolus',
    'A bolus of which one part is delivered at once and the other over some time.',
    [...programmedNormal, ...extended],
  ),
];
