import { embeddedRecord, number, object, objectType, recordType, text } from '../builders';
import { glucoseTarget } from './target';
import { carbohydrateUnits, glucoseBounds, glucoseUnits } from './units';

const recommendation = objectType('BolusRecommendation', {
  description: 'The insulin that a bolus calculator recommended, in units.',
  fields: [
    number('carb', { minimum: 0, maximum: 100, description: 'For the carbohydrate.' }),
    number('correction', {
      minimum: -100,
      maximum: 100,
      description: 'To correct glucose; negative to reduce.',
    }),
    number('net', { minimum: -100, maximum: 100, description: 'In all, with insulin on board taken off.' }),
  ],
});

const glucoseInUnits = { unitsFrom: 'units', bounds: glucoseBounds, convert: 'glucose' } as const;

export const bolusCalculationRecords = [
  recordType({
    type: 'wizard',
    graphqlName: 'BolusCalculation',
    description: 'What was entered into a bolus calculator and what it recommended.',
    fields: [
      text('units', {
        required: true,
        enumeration: glucoseUnits,
        canonical: 'mmol/L',
        description: 'The unit of the glucose amounts. They are stored in mmol/L, whichever unit was sent.',
      }),
      number('bgInput', { ...glucoseInUnits, description: 'Glucose that was entered.' }),
      object('bgTarget', glucoseTarget, { unitsFrom: 'units', description: 'The glucose to aim at.' }),
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
        description: 'Insulin of earlier boluses that was still acting, in units.',
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
