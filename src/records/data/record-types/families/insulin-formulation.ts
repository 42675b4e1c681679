import {
  enumeration,
  list,
  measure,
  number,
  object,
  objectType,
  shortText,
  text,
} from '../../../../platform/validation/builders';

const actingType = enumeration('InsulinActingType', 'How fast an insulin acts.', {
  intermediate: 'Intermediate-acting.',
  long: 'Long-acting.',
  rapid: 'Rapid-acting.',
  short: 'Short-acting.',
});

const concentrationUnits = enumeration('InsulinConcentrationUnits', 'The unit of insulin concentration.', {
  'Units/mL': 'Units of insulin per milliliter.',
});

const concentration = measure(
  'InsulinConcentration',
  'Amount of insulin in a formulation.',
  concentrationUnits,
  { 'Units/mL': [0, 10_000] },
);

const simpleInsulin = objectType('SimpleInsulin', {
  description: 'A single insulin.',
  fields: [
    text('actingType', {
      required: true,
      enumeration: actingType,
      description: 'How fast the insulin acts.',
    }),
    shortText('brand', { description: 'Brand under which the insulin is sold.' }),
    object('concentration', concentration, { description: 'How much insulin the formulation holds.' }),
  ],
});

/** What an insulin consists of: one insulin, or a mixture of formulations. */
export const insulinFormulation = objectType('InsulinFormulation', {
  description: 'The composition of an insulin: a single insulin, or a mixture of formulations.',
  fields: (self) => [
    shortText('name', { description: 'Name of the formulation.' }),
    object('simple', simpleInsulin, {
      requiredWhen: { allAbsent: ['compounds', 'name'] },
      description: 'The single insulin, unless it is a mixture.',
    }),
    list(
      'compounds',
      objectType('InsulinCompound', {
        description: 'A part of a mixture of insulins.',
        fields: [
          number('amount', { required: true, minimum: 0, description: 'Share of this part in the mixture.' }),
          object('formulation', self, { required: true, description: 'The composition of this part.' }),
        ],
      }),
      {
        minItems: 1,
        maxItems: 100,
        forbiddenWhen: { anyPresent: ['simple'] },
        description: 'The parts of a mixture.',
      },
    ),
  ],
});
