import {
  enumeration,
  integer,
  object,
  objectType,
  shortText,
  text,
} from '../../../../platform/validation/builders';
import type { Condition, Field } from '../../../../platform/validation/vocabulary';
import { glucoseUnitOfSettings, scaleFactors } from './pump-features';
import { glucoseTarget } from './target';
import { changeMethod } from './time-change';
import { week } from './units';

const overrideType = enumeration('OverrideType', 'The reason for an override of settings.', {
  custom: 'Custom.',
  physicalActivity: 'For physical activity.',
  preprandial: 'Before a meal.',
  preset: 'A preset, named in `overridePreset`.',
  sleep: 'Sleep.',
});

const overrideUnits = objectType('OverrideUnits', {
  description: 'The units of the amounts in an override.',
  fields: [glucoseUnitOfSettings],
});

const isPreset: Condition = { field: 'overrideType', in: ['preset'] };
const hasTarget: Condition = { anyPresent: ['bgTarget'] };

const inSentUnits = 'in seconds or milliseconds, as sent by the application';

/** The fields of an override of settings. */
export const overrideFields: readonly Field[] = [
  text('overrideType', {
    required: true,
    enumeration: overrideType,
    description: 'The reason for the override.',
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
    description: `Actual duration; ${inSentUnits}.`,
  }),
  integer('expectedDuration', {
    minimum: 0,
    maximum: week,
    minimumFrom: { field: 'duration', within: [0, week] },
    description: `Intended duration; ${inSentUnits}.`,
  }),
  object('units', overrideUnits, {
    requiredWhen: hasTarget,
    allowedWhen: hasTarget,
    graphqlName: 'overrideUnits',
    description: 'The units of the amounts.',
  }),
  object('bgTarget', glucoseTarget, { unitsFrom: 'units.bg', description: 'The glucose target.' }),
  ...scaleFactors,
];
