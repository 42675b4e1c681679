import {
  enumeration,
  json,
  number,
  object,
  objectType,
  text,
} from '../../../../platform/validation/builders';
import { glucoseUnits } from '../../record-types/families/units';
import type { Enumeration, Field } from '../../../../platform/validation/vocabulary';
import { type LegacyType, usualIdFields } from '../legacy-type';

const milliseconds = 'Duration, in milliseconds.';
const duration = number('duration', { minimum: 0, description: milliseconds });
const requiredDuration = number('duration', { required: true, minimum: 0, description: milliseconds });
/** Nothing is shorter than a millisecond. */
const realDuration = number('duration', { required: true, minimum: 1, description: milliseconds });

const insulin = (values: Enumeration['values']): Field =>
  text('insulin', {
    required: true,
    enumeration: enumeration('LegacyInsulin', 'A brand of insulin.', values),
    description: 'The insulin that was injected.',
  });

const amount = (name: string): Field =>
  number(name, { required: true, description: 'Amount of insulin, in units.' });

const suppressed = object(
  'suppressed',
  objectType('LegacySuppressedBasal', {
    description: 'The suppressed delivery that another one replaced.',
    fields: [number('rate', { description: 'Units per hour.' })],
  }),
  { description: 'The suppressed delivery that this one replaced.' },
);

const rate = { description: 'Units of insulin per hour.' };
const byRate = [
  number('rate', { ...rate, required: true }),
  duration,
  text('scheduleName', { description: 'Name of the schedule.' }),
  suppressed,
];

function basal(deliveryType: string, description: string, fields: readonly Field[]): LegacyType {
  return {
    type: 'basal',
    discriminator: { field: 'deliveryType', value: deliveryType },
    description,
    hasDeviceTime: true,
    idFields: ['type', 'deliveryType', 'deviceId', 'time'],
    fields,
    links: ['previous'],
    effect: 'basal',
  };
}

const {
  links: _links,
  effect: _effect,
  ...injectedBasal
} = basal('injected', 'Basal insulin from a syringe or a pen.', [
  amount('value'),
  realDuration,
  insulin({ levemir: 'Levemir.', lantus: 'Lantus.' }),
]);

export const basalTypes: readonly LegacyType[] = [
  basal('scheduled', 'Basal insulin by the schedule.', byRate),
  basal('automated', 'Basal insulin by an algorithm.', byRate),
  {
    ...basal('temp', 'Basal insulin at a temporary rate.', [
      requiredDuration,
      number('rate', rate),
      number('percent', { minimum: 0, description: 'The rate as a fraction of the suppressed one.' }),
      suppressed,
    ]),
    rules: [{ anyOf: ['rate', 'percent'] }],
  },
  basal('suspend', 'No basal insulin.', [duration, suppressed]),
  injectedBasal,
];

function bolus(subType: string, description: string, fields: readonly Field[]): LegacyType {
  return {
    type: 'bolus',
    discriminator: { field: 'subType', value: subType },
    description,
    hasDeviceTime: true,
    idFields: ['type', 'subType', 'deviceId', 'time'],
    fields,
    links: ['previous'],
    effect: 'bolus',
  };
}

const {
  links: _bolusLinks,
  effect: _bolusEffect,
  ...injectedBolus
} = bolus('injected', 'A bolus from a syringe or a pen.', [
  amount('value'),
  insulin({ novolog: 'Novolog.', humalog: 'Humalog.' }),
]);

export const bolusTypes: readonly LegacyType[] = [
  bolus('normal', 'A bolus delivered at once.', [amount('normal')]),
  bolus('automated', 'A bolus delivered by an algorithm.', [amount('normal')]),
  bolus('square', 'A bolus delivered over time.', [amount('extended'), requiredDuration]),
  bolus('dual/square', 'A bolus with one part delivered at once and the other over time.', [
    amount('normal'),
    amount('extended'),
    requiredDuration,
  ]),
  injectedBolus,
];

const inUnit = { description: 'In the unit of the record.' };

const target = objectType('LegacyGlucoseTarget', {
  description: 'A glucose target.',
  fields: ['target', 'low', 'high', 'range'].map((name) => number(name, inUnit)),
});

const recommendation = objectType('LegacyRecommendation', {
  description: 'The recommendation of a bolus calculator.',
  fields: ['carb', 'correction', 'net'].map((name) => number(name, { description: 'Units of insulin.' })),
});

export const calculationTypes: readonly LegacyType[] = [
  {
    type: 'wizard',
    description: 'The inputs and the recommendation of a bolus calculator.',
    hasDeviceTime: true,
    idFields: usualIdFields,
    fields: [
      text('units', {
        required: true,
        enumeration: glucoseUnits,
        description: 'The unit of glucose amounts.',
      }),
      number('bgInput', inUnit),
      number('carbInput', { description: 'Carbohydrate.' }),
      number('insulinOnBoard', { description: 'Insulin on board, in units.' }),
      number('insulinCarbRatio', { description: 'Carbohydrate that one unit of insulin covers.' }),
      number('insulinSensitivity', inUnit),
      object('recommended', recommendation, { description: 'The recommended amounts of insulin.' }),
      object('bgTarget', target, { description: 'The glucose target.' }),
      json('bolus', { description: 'The bolus that was given, or its id.' }),
      object('payload', objectType('LegacyPayload', { description: 'Free-form metadata.', fields: [] }), {
        description: 'Free-form metadata.',
      }),
    ],
    glucose: { units: 'units', amounts: ['bgInput', 'insulinSensitivity', 'bgTarget.*'] },
    links: ['bolus'],
  },
];
