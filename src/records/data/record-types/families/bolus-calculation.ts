import {
  embeddedRecord,
  number,
  object,
  objectType,
  recordType,
  text,
} from '../../../../platform/validation/builders';
import { glucoseTarget } from './target';
import { carbohydrateUnits, glucoseBounds, glucoseUnits } from './units';

const recommendation = objectType('BolusRecommendation', {
  description: 'The insulin that a bolus calculator recommended, in units.',
  fields: [
    number('carb', { minimum: 0, maximum: 100, description: 'The part for carbohydrate.' }),
    number('correction', {
      minimum: -100,
      maximum: 100,
      description: 'The part that corrects glucose; negative to reduce the dose.',
    }),
    number('net', {
      minimum: -100,
      maximum: 100,
      description: 'The net amount, after subtracting insulin on board.',
    }),
  ],
});

const glucoseInUnits = { unitsFrom: 'units', bounds: glucoseBounds, convert: 'glucose' } as const;

export const bolusCalculationRecords = [
  recordType({
    type: 'wizard',
    graphqlName: 'BolusCalculation',
    description: 'The inputs and the recommendation of a bolus calculator.',
    fields: [
      text('units', {
        required: true,
        enumeration: glucoseUnits,
        canonical: 'mmol/L',
        description: 'The unit of the glucose amounts. They are stored in mmol/L, whichever unit was sent.',
      }),
      number('bgInput', { ...glucoseInUnits, description: 'Glucose that was entered.' }),
      object('bgTarget', glucoseTarget, { unitsFrom: 'units', description: 'The glucose target.' }),
      number('carbInput', { minimum: 0, maximum: 1000, description: 'Carbohydrate that was entered.' }),
      text('carbUnits', {
        enumeration: carbohydrateUnits,
        description: 'The unit in which carbohydrate was entered.',
      }),
      number('insulinCarbRatio', {
        minimum: 0,
        maximum: 250,
        description: 'Carbohydrate that one unit of insulin covers.',
      }),
      number('insulinOnBoard', {
        minimum: 0,
        maximum: 250,
        description: 'Insulin on board from earlier boluses, in units.',
      }),
      number('insulinSensitivity', {
        ...glucoseInUnits,
        description: 'By how much one unit of insulin lowers glucose.',
      }),
      object('recommended', recommendation, { description: 'The recommended insulin.' }),
      embeddedRecord('bolus', {
        record: { type: 'bolus' },
        description: 'The bolus that was given after the calculation.',
      }),
    ],
  }),
];
