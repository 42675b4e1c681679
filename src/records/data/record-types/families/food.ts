import {
  enumeration,
  list,
  number,
  object,
  objectType,
  recordType,
  shortText,
  text,
} from '../../../../platform/validation/builders';
import type { Condition, Field } from '../../../../platform/validation/vocabulary';
import { nutrition } from './nutrition';

const meal = enumeration('Meal', 'The meal at which a food was eaten.', {
  breakfast: 'Breakfast.',
  lunch: 'Lunch.',
  dinner: 'Dinner.',
  snack: 'A snack.',
  other: 'Another meal, named in `mealOther`.',
});

const isOtherMeal: Condition = { field: 'meal', in: ['other'] };

const amount = objectType('FoodAmount', {
  description: 'How much of a food was eaten.',
  fields: [
    shortText('units', { required: true, description: 'The unit: grams, cups, slices.' }),
    number('value', { required: true, minimum: 0, description: 'The number of units.' }),
  ],
});

/** Details of a food and of each of its ingredients. */
const particulars: readonly Field[] = [
  shortText('name', { description: 'Name of the food.' }),
  shortText('brand', { description: 'Brand of the food.' }),
  shortText('code', { description: 'Product code, such as a bar code.' }),
  object('amount', amount, { graphqlName: 'foodAmount', description: 'How much of it was eaten.' }),
  object('nutrition', nutrition, { description: 'Nutrients of the food.' }),
];

const ingredientLimits = { minItems: 1, maxItems: 100, description: 'Ingredients of the food.' } as const;

const ingredient = objectType('Ingredient', {
  description: 'An ingredient of a food.',
  fields: (self) => [...particulars, list('ingredients', self, ingredientLimits)],
});

export const foodRecords = [
  recordType({
    type: 'food',
    graphqlName: 'Food',
    description: 'Something that was eaten.',
    fields: [
      ...particulars,
      text('meal', { enumeration: meal, description: 'The meal at which it was eaten.' }),
      shortText('mealOther', {
        requiredWhen: isOtherMeal,
        allowedWhen: isOtherMeal,
        description: 'Name of the meal, if it is not a standard one.',
      }),
      list('ingredients', ingredient, ingredientLimits),
    ],
  }),
];
