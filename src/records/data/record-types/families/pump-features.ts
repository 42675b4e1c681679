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
} from '../../../../platform/validation/builders';
import type { Condition } from '../../../../platform/validation/vocabulary';
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
  off: 'No temporary rates.',
  percent: 'As a percentage of the scheduled rate.',
  'Units/hour': 'In units of insulin per hour.',
});

const insulinModelType = enumeration('InsulinModelType', 'An insulin action model.', {
  fiasp: 'Faster aspart.',
  other: 'Another model, named in `modelTypeOther`.',
  rapidAdult: 'Rapid-acting insulin in adults.',
  rapidChild: 'Rapid-acting insulin in children.',
  walsh: 'The Walsh curves.',
});

const rateMaximum = measure('BasalRateMaximum', 'The maximum basal rate of a pump.', rateUnits, {
  'Units/hour': [0, 100],
});

const amountMaximum = measure('BolusAmountMaximum', 'The maximum bolus of a pump.', insulinUnits, {
  Units: [0, 100],
});

const temporaryBasal = objectType('TemporaryBasalSettings', {
  description: 'Temporary rate settings of a pump.',
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
  description: 'Basal settings of a pump.',
  fields: [
    object('rateMaximum', rateMaximum, { description: 'The maximum rate.' }),
    object('temporary', temporaryBasal, { description: 'Which temporary rates the pump offers.' }),
  ],
});

const calculatorInsulin = objectType('BolusCalculatorInsulin', {
  description: 'Insulin action duration of a bolus calculator.',
  fields: [
    text('units', { required: true, enumeration: durationUnits, description: 'The unit of the duration.' }),
    number('duration', {
      required: true,
      unitsFrom: 'units',
      bounds: durationBounds(10),
      description: 'The insulin action duration.',
    }),
  ],
});

const calculator = objectType('BolusCalculatorSettings', {
  description: 'Settings of the bolus calculator of a pump.',
  fields: [
    boolean('enabled', { required: true, description: 'Whether the calculator is enabled.' }),
    object('insulin', calculatorInsulin, { description: 'The insulin action duration.' }),
  ],
});

const extendedBolus = objectType('ExtendedBolusSettings', {
  description: 'Extended bolus settings of a pump.',
  fields: [boolean('enabled', { required: true, description: 'Whether extended boluses are enabled.' })],
});

/** Settings of a pump for boluses. */
export const bolusSettings = objectType('BolusSettings', {
  description: 'Bolus settings of a pump.',
  fields: [
    object('amountMaximum', amountMaximum, { description: 'The maximum bolus.' }),
    object('calculator', calculator, { description: 'The bolus calculator.' }),
    object('extended', extendedBolus, { description: 'Whether the pump offers extended boluses.' }),
  ],
});

const glucoseDisplay = objectType('GlucoseDisplaySettings', {
  description: 'How a pump displays glucose.',
  fields: [
    text('units', {
      required: true,
      enumeration: strictGlucoseUnits,
      description: 'The unit in which the device displays glucose.',
    }),
  ],
});

/** What a pump shows on its display. */
export const displaySettings = objectType('DisplaySettings', {
  description: 'Display settings of a pump.',
  fields: [object('bloodGlucose', glucoseDisplay, { description: 'How the device displays glucose.' })],
});

const secondsOfDay = { minimum: 0, maximum: 86_400, unit: 's' } as const;

const isOtherModel: Condition = { field: 'modelType', in: ['other'] };

/** How long and how strongly a pump takes insulin to act. */
export const insulinModel = objectType('InsulinModel', {
  description: 'The insulin action model of a pump.',
  fields: [
    text('modelType', { enumeration: insulinModelType, description: 'Name of the insulin model.' }),
    shortText('modelTypeOther', {
      requiredWhen: isOtherModel,
      allowedWhen: isOtherModel,
      description: 'Name of the model, if it is not a standard one.',
    }),
    integer('actionDelay', { ...secondsOfDay, description: 'Time until insulin begins to act, in seconds.' }),
    integer('actionDuration', { ...secondsOfDay, description: 'Insulin action duration, in seconds.' }),
    integer('actionPeakOffset', {
      ...secondsOfDay,
      maximumFrom: { field: 'actionDuration', within: [0, 86_400] },
      description: 'Time of peak insulin action, in seconds.',
    }),
  ],
});

/** A factor by which an override scales a setting. */
const scale = { minimum: 0.1, maximum: 10 } as const;

/** The factors by which an override scales the settings of a pump. */
export const scaleFactors = [
  number('basalRateScaleFactor', {
    ...scale,
    description: 'Factor for basal rates; 1 leaves them unchanged.',
  }),
  number('carbRatioScaleFactor', {
    ...scale,
    description: 'Factor for the carbohydrate ratio; 1 leaves it unchanged.',
  }),
  number('insulinSensitivityScaleFactor', {
    ...scale,
    description: 'Factor for insulin sensitivity; 1 leaves it unchanged.',
  }),
] as const;

/** An override that was prepared for later use. */
export const overridePreset = objectType('OverridePreset', {
  description: 'A preset override of settings.',
  fields: [
    shortText('abbreviation', { description: 'Short name or symbol.' }),
    integer('duration', {
      minimum: 0,
      maximum: week,
      description: 'Intended duration, in seconds or milliseconds, as sent by the application.',
    }),
    object('bgTarget', glucoseTarget, { unitsFrom: '^', description: 'The glucose target.' }),
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
