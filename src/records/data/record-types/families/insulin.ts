import {
  number,
  object,
  objectType,
  recordType,
  shortText,
  text,
} from '../../../../platform/validation/builders';
import { insulinFormulation } from './insulin-formulation';
import { insulinUnits } from './units';

const dose = objectType('InsulinDose', {
  description: 'An amount of insulin and its purpose.',
  fields: [
    text('units', { required: true, enumeration: insulinUnits, description: 'The unit of the amounts.' }),
    number('total', { required: true, minimum: 0, maximum: 250, description: 'The total amount.' }),
    number('food', { minimum: 0, maximum: 250, description: 'The part for food.' }),
    number('correction', {
      minimum: -250,
      maximum: 250,
      description: 'The part that corrects glucose; negative if it reduces the dose.',
    }),
    number('active', {
      minimum: 0,
      maximum: 250,
      description: 'Insulin on board from earlier doses.',
    }),
  ],
});

export const insulinRecords = [
  recordType({
    type: 'insulin',
    graphqlName: 'Insulin',
    description: 'Insulin that was given with a pen or a syringe, or inhaled.',
    fields: [
      object('dose', dose, { description: 'The amount of insulin.' }),
      object('formulation', insulinFormulation, { description: 'The insulin that was given.' }),
      shortText('site', { description: 'Where on the body it was given.' }),
    ],
  }),
];
