import { enumeration, integer, object, objectType, shortText, text } from '../builders';
import type { Condition, Field } from '../vocabulary';
import { glucoseUnitOfSettings, scaleFactors } from './pump-features';
import { glucoseTarget } from './target';
import { changeMethod } from './time-change';
import { week } from './units';

const overrideType = enumeration('OverrideType', 'What settings are overridden for.', {
  custom: 'For something of the moment.',
  physicalActivity: 'For physical activity.',
  preprandial: 'For the time before a meal.',
  preset: 'By a preset, which `overridePreset` names.',
  sleep: 'For sleep.',
});

const overrideUnits = objectType('OverrideUnits', {
  description: 'The units of the amounts in an override.',
  fields: [glucoseUnitOfSettings],
});

const isPreset: Condition = { field: 'overrideType', in: ['preset'] };
const hasTarget: Condition = { anyPresent: ['bgTarget'] };

const inSentUnits = 'in seconds or milliseconds, as the application sends it';

/** The fields of an override of settings. */
export const overrideFields: readonly Field[] = [
  text('overrideType', {
    required: true,
    enumeration: overrideType,
    description: 'What settings are overridden for.',
  }),
  shortText('overridePreset', {
    requiredWhen: isPreset,
    allowedWhen: isPreset,
    description: 'Name of the preset.',
  }),
  text('method', { enumeration: changeMethod, description: 'Who or what set the override.' }),
  integer('duration', {
    minimum: 0,
    maximum: week,
    description: `How long the override lasted; ${inSentUnits}.`,
  }),
  integer('expectedDuration', {
    minimum: 0,
    maximum: week,
    minimumFrom: { field: 'duration', within: [0, week] },
    description: `How long the override was meant to last; ${inSentUnits}.`,
  }),
  object('units', overrideUnits, {
    requiredWhen: hasTarget,
    allowedWhen: hasTarget,
    graphqlName: 'overrideUnits',
    description: 'The units of the amounts.',
  }),
  object('bgTarget', glucoseTarget, { unitsFrom: 'units.bg', description: 'The glucose to aim at.' }),
  ...scaleFactors,
];
