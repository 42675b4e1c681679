import {
  enumeration,
  integer,
  measure,
  number,
  object,
  objectType,
  text,
} from '../../../../platform/validation/builders';
import type { BoundsByUnits, NumberField } from '../../../../platform/validation/vocabulary';

const energyUnits = enumeration('EnergyUnits', 'A unit of energy.', {
  calories: 'Calories.',
  joules: 'Joules.',
  kilocalories: 'Kilocalories.',
  kilojoules: 'Kilojoules.',
});

const massUnits = enumeration('NutrientUnits', 'The unit of amounts of nutrients.', { grams: 'Grams.' });

const energyBounds: BoundsByUnits = {
  calories: [0, 10_000_000],
  joules: [0, 41_858_000],
  kilocalories: [0, 10_000],
  kilojoules: [0, 41_858],
};

/** Energy taken in or spent. */
export const energy = measure('Energy', 'Energy taken in or spent.', energyUnits, energyBounds);

const units = text('units', {
  required: true,
  enumeration: massUnits,
  description: 'The unit of the amounts.',
});

function mass(name: string, description: string, required = false): NumberField {
  return number(name, { minimum: 0, maximum: 1000, required, description });
}

const carbohydrate = objectType('Carbohydrate', {
  description: 'Carbohydrate of a food.',
  fields: [
    mass('net', 'Net carbohydrate: the total without fiber.', true),
    mass('total', 'Total carbohydrate.'),
    mass('sugars', 'Sugars.'),
    mass('dietaryFiber', 'Dietary fiber.'),
    units,
  ],
});

const fat = objectType('Fat', {
  description: 'Fat of a food.',
  fields: [mass('total', 'Total fat.', true), units],
});

const protein = objectType('Protein', {
  description: 'Protein of a food.',
  fields: [mass('total', 'Total protein.', true), units],
});

/** What a food contains. */
export const nutrition = objectType('Nutrition', {
  description: 'What a food contains.',
  fields: [
    integer('estimatedAbsorptionDuration', {
      minimum: 0,
      maximum: 86_400,
      unit: 's',
      description: 'Estimated absorption duration of the food, in seconds.',
    }),
    object('carbohydrate', carbohydrate, { description: 'Carbohydrate of the food.' }),
    object('energy', energy, { description: 'Energy of the food.' }),
    object('fat', fat, { description: 'Fat of the food.' }),
    object('protein', protein, { description: 'Protein of the food.' }),
  ],
});
