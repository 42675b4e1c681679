import { enumeration, list, number, object, objectType, recordType, shortText, text } from '../builders';
import type { Condition, Field } from '../vocabulary';
import { nutrition } from './nutrition';

const meal = enumeration('Meal', 'The meal at which a food was eaten.', {
  breakfast: 'Breakfast.',
  lunch: 'Lunch.',
  dinner: 'Dinner.',
  snack: 'A snack between meals.',
  other: 'Another meal, which `mealOther` names.',
});

const isOtherMeal: Condition = { field: 'meal', in: ['other'] };

const amount = objectType('FoodAmount', {
  description: 'How much of a food was eaten.',
  fields: [
    shortText('units', { required: true, description: 'What is counted: grams, cups, slices.' }),
    number('value', { required: true, minimum: 0, description: 'How many of them.' }),
  ],
});

/** What is said of a food and of each of its ingredients. */
const particulars: readonly Field[] = [
  shortText('name', { description: 'Name of the food.' }),
  shortText('brand', { description: 'Brand of the food.' }),
  shortText('code', { description: 'Code of the product, such as its bar code.' }),
  object('amount', amount, { graphqlName: 'foodAmount', description: 'How much of it was eaten.' }),
  object('nutrition', nutrition, { description: 'What it contains.' }),
];

const ingredientLimits = { minItems: 1, maxItems: 100, description: 'What it is made of.' } as const;

const ingredient = objectType('Ingredient', {
  description: 'A part of a food.',
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
        description: 'Name of the meal, when it is none of the usual ones.',
      }),
      list('ingredients', ingredient, ingredientLimits),
    ],
  }),
];
