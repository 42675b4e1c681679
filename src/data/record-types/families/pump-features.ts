import {
  boolean,
  enumeration,
  integer,
  measure,
  number,
  object,
  objectType,
  shortText,
  text,
} from '../builders';
import type { Condition } from '../vocabulary';
import { glucoseTarget } from './target';
import {
  carbohydrateUnits,
  durationBounds,
  durationUnits,
  glucoseUnits,
  insulinUnits,
  strictGlucoseUnits,
  week,
} from './units';

const rateUnits = enumeration('InsulinRateUnits', 'The unit of rates of insulin.', {
  'Units/hour': 'Units of insulin per hour.',
});

const temporaryBasalType = enumeration('TemporaryBasalType', 'How a pump sets temporary rates.', {
  off: 'It has no temporary rates.',
  percent: 'As a percentage of the scheduled rate.',
  'Units/hour': 'In units of insulin per hour.',
});

const insulinModelType = enumeration('InsulinModelType', 'A model of how long insulin acts.', {
  fiasp: 'Faster aspart.',
  other: 'Another model, which `modelTypeOther` names.',
  rapidAdult: 'Rapid-acting insulin in adults.',
  rapidChild: 'Rapid-acting insulin in children.',
  walsh: 'The curves of Walsh.',
});

const rateMaximum = measure('BasalRateMaximum', 'The highest basal rate that a pump allows.', rateUnits, {
  'Units/hour': [0, 100],
});

const amountMaximum = measure('BolusAmountMaximum', 'The largest bolus that a pump allows.', insulinUnits, {
  Units: [0, 100],
});

const temporaryBasal = objectType('TemporaryBasalSettings', {
  description: 'Settings of a pump for temporary rates.',
  fields: [
    text('type', {
      required: true,
      enumeration: temporaryBasalType,
      description: 'How temporary rates are set.',
    }),
  ],
});

/** Settings of a pump for basal insulin. */
export const basalSettings = objectType('BasalSettings', {
  description: 'Settings of a pump for basal insulin.',
  fields: [
    object('rateMaximum', rateMaximum, { description: 'The highest rate.' }),
    object('temporary', temporaryBasal, { description: 'Temporary rates.' }),
  ],
});

const calculatorInsulin = objectType('BolusCalculatorInsulin', {
  description: 'How long a bolus calculator takes insulin to act.',
  fields: [
    text('units', { required: true, enumeration: durationUnits, description: 'The unit of the duration.' }),
    number('duration', {
      required: true,
      unitsFrom: 'units',
      bounds: durationBounds(10),
      description: 'How long insulin acts.',
    }),
  ],
});

const calculator = objectType('BolusCalculatorSettings', {
  description: 'Settings of the bolus calculator of a pump.',
  fields: [
    boolean('enabled', { required: true, description: 'Whether the calculator is on.' }),
    object('insulin', calculatorInsulin, { description: 'How long insulin is taken to act.' }),
  ],
});

const extendedBolus = objectType('ExtendedBolusSettings', {
  description: 'Settings of a pump for boluses over some time.',
  fields: [boolean('enabled', { required: true, description: 'Whether they can be given.' })],
});

/** Settings of a pump for boluses. */
export const bolusSettings = objectType('BolusSettings', {
  description: 'Settings of a pump for boluses.',
  fields: [
    object('amountMaximum', amountMaximum, { description: 'The largest bolus.' }),
    object('calculator', calculator, { description: 'The bolus calculator.' }),
    object('extended', extendedBolus, { description: 'Boluses over some time.' }),
  ],
});

const glucoseDisplay = objectType('GlucoseDisplaySettings', {
  description: 'How a pump shows glucose.',
  fields: [
    text('units', {
      required: true,
      enumeration: strictGlucoseUnits,
      description: 'The unit it is shown in.',
    }),
  ],
});

/** What a pump shows on its display. */
export const displaySettings = objectType('DisplaySettings', {
  description: 'What a pump shows on its display.',
  fields: [object('bloodGlucose', glucoseDisplay, { description: 'How it shows glucose.' })],
});

const secondsOfDay = { minimum: 0, maximum: 86_400, unit: 's' } as const;

const isOtherModel: Condition = { field: 'modelType', in: ['other'] };

/** How long and how strongly a pump takes insulin to act. */
export const insulinModel = objectType('InsulinModel', {
  description: 'How long and how strongly a pump takes insulin to act.',
  fields: [
    text('modelType', { enumeration: insulinModelType, description: 'The model.' }),
    shortText('modelTypeOther', {
      requiredWhen: isOtherModel,
      allowedWhen: isOtherModel,
      description: 'Name of the model, when it is none of the usual ones.',
    }),
    integer('actionDelay', { ...secondsOfDay, description: 'Time until insulin begins to act, in seconds.' }),
    integer('actionDuration', { ...secondsOfDay, description: 'How long insulin acts, in seconds.' }),
    integer('actionPeakOffset', {
      ...secondsOfDay,
      maximumFrom: { field: 'actionDuration', within: [0, 86_400] },
      description: 'Time until insulin acts most, in seconds.',
    }),
  ],
});

/** A factor by which an override scales a setting. */
const scale = { minimum: 0.1, maximum: 10 } as const;

/** The factors by which an override scales the settings of a pump. */
export const scaleFactors = [
  number('basalRateScaleFactor', {
    ...scale,
    description: 'Factor of basal rates; 1 leaves them as they are.',
  }),
  number('carbRatioScaleFactor', {
    ...scale,
    description: 'Factor of the carbohydrate that one unit covers; 1 leaves it as it is.',
  }),
  number('insulinSensitivityScaleFactor', {
    ...scale,
    description: 'Factor of insulin sensitivity; 1 leaves it as it is.',
  }),
] as const;

/** An override that was prepared for later use. */
export const overridePreset = objectType('OverridePreset', {
  description: 'An override of settings that was prepared for later use.',
  fields: [
    shortText('abbreviation', { description: 'Short name or symbol.' }),
    integer('duration', {
      minimum: 0,
      maximum: week,
      description: 'How long it is meant to last; in seconds or milliseconds, as the application sends it.',
    }),
    object('bgTarget', glucoseTarget, { unitsFrom: '^', description: 'The glucose to aim at.' }),
    ...scaleFactors,
  ],
});

/** Unit of glucose amounts in settings that hold several kinds of amounts. */
export const glucoseUnitOfSettings = text('bg', {
  required: true,
  enumeration: glucoseUnits,
  canonical: 'mmol/L',
  description: 'The unit of glucose amounts. They are stored in mmol/L, whichever unit was sent.',
});

/** Unit of carbohydrate amounts in settings that hold several kinds of amounts. */
export const carbohydrateUnitOfSettings = text('carb', {
  required: true,
  enumeration: carbohydrateUnits,
  description: 'The unit of carbohydrate amounts.',
});
