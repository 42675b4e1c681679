import {
  integer,
  list,
  metadata,
  number,
  object,
  objectType,
  recordType,
  shortText,
  text,
  time,
} from '../../../../platform/validation/builders';
import type { Condition } from '../../../../platform/validation/vocabulary';
import { nutrition } from './nutrition';
import { carbohydrateUnitOfSettings, glucoseUnitOfSettings } from './pump-features';
import { glucoseTargetSegment } from './target';
import { day, glucoseBounds, insulinUnits } from './units';

const decisionUnits = objectType('DecisionUnits', {
  description: 'The units of the amounts in a dosing decision.',
  fields: [
    glucoseUnitOfSettings,
    carbohydrateUnitOfSettings,
    text('insulin', {
      required: true,
      enumeration: insulinUnits,
      description: 'The unit of insulin amounts.',
    }),
  ],
});

const food = objectType('DecisionFood', {
  description: 'Food that a dosing decision took into account.',
  fields: [
    time('time', { description: 'When the food was eaten.' }),
    object('nutrition', nutrition, { required: true, description: 'Nutrients of the food.' }),
  ],
});

const knownGlucose = objectType('DecisionGlucose', {
  description: 'A glucose reading that a dosing decision took into account.',
  fields: [
    time('time', { required: true, description: 'When it was measured.' }),
    number('value', {
      required: true,
      unitsFrom: '^',
      bounds: glucoseBounds,
      convert: 'glucose',
      description: 'Glucose concentration.',
    }),
  ],
});

const forecastGlucose = objectType('ForecastGlucose', {
  description: 'A glucose value predicted by an algorithm. It may be outside the measurable range.',
  fields: [
    time('time', { description: 'The predicted time.' }),
    number('value', {
      required: true,
      unitsFrom: '^',
      convert: 'glucose',
      description: 'Glucose concentration.',
    }),
  ],
});

const carbsOnBoard = objectType('CarbsOnBoard', {
  description: 'Carbohydrate on board: eaten and not yet absorbed.',
  fields: [
    time('time', { description: 'The time that the value applies to.' }),
    number('amount', {
      required: true,
      minimum: 0,
      maximum: 1000,
      description: 'The amount of carbohydrate.',
    }),
  ],
});

const insulinOnBoard = objectType('InsulinOnBoard', {
  description: 'Insulin on board: delivered and still active, relative to scheduled delivery.',
  fields: [
    time('time', { description: 'The time that the value applies to.' }),
    number('amount', {
      required: true,
      minimum: -1000,
      maximum: 1000,
      description: 'Units of insulin; negative if less than scheduled was delivered.',
    }),
  ],
});

const recommendedBasal = objectType('RecommendedBasal', {
  description: 'The basal rate recommended by an algorithm.',
  fields: [
    number('rate', { required: true, minimum: 0, maximum: 100, description: 'Units of insulin per hour.' }),
    integer('duration', {
      minimum: 0,
      maximum: day,
      description: 'Intended duration, in seconds or milliseconds, as sent by the application.',
    }),
  ],
});

const isWhole: Condition = { anyPresent: ['amount'] };
const units = { minimum: 0, maximum: 100 } as const;

const bolus = objectType('DecisionBolus', {
  description: 'A bolus, as one amount or as a normal and an extended part.',
  fields: [
    number('amount', { ...units, description: 'Total units of insulin.' }),
    number('normal', {
      ...units,
      forbiddenWhen: isWhole,
      description: 'Units of insulin delivered at once.',
    }),
    number('extended', {
      ...units,
      forbiddenWhen: isWhole,
      description: 'Units of insulin delivered over the duration.',
    }),
    integer('duration', {
      minimum: 0,
      maximum: day,
      forbiddenWhen: isWhole,
      allowedWhen: { anyPresent: ['extended'] },
      requiredWhen: { anyPresent: ['extended'] },
      description: 'Duration of the extended part, in the unit sent by the application.',
    }),
  ],
  rules: [{ anyOf: ['amount', 'extended', 'normal'] }],
});

const issue = objectType('DecisionIssue', {
  description: 'An issue with a dosing decision.',
  fields: [
    shortText('id', { required: true, description: 'Type of the issue.' }),
    metadata('metadata', { description: 'Metadata of the sender: JSON, whose keys it chooses.' }),
  ],
});

const unitsFrom = 'units.bg';

export const dosingDecisionRecords = [
  recordType({
    type: 'dosingDecision',
    graphqlName: 'DosingDecision',
    description:
      'The inputs and recommendations of an algorithm or a bolus calculator for an insulin decision.',
    fields: [
      shortText('reason', { required: true, description: 'The reason for the decision.' }),
      object('units', decisionUnits, {
        required: true,
        graphqlName: 'decisionUnits',
        description: 'The units of the amounts.',
      }),
      object('food', food, { description: 'Food that was entered.' }),
      object('originalFood', food, { description: 'Food as originally entered, before it was changed.' }),
      object('smbg', knownGlucose, { unitsFrom, description: 'The meter reading that was entered.' }),
      object('carbsOnBoard', carbsOnBoard, { description: 'Carbohydrate on board.' }),
      object('insulinOnBoard', insulinOnBoard, {
        graphqlName: 'insulinOnBoardAtDecision',
        description: 'Insulin on board.',
      }),
      list('bgTargetSchedule', glucoseTargetSegment, {
        schedule: true,
        unitsFrom,
        description: 'Glucose targets over the day.',
      }),
      list('bgHistorical', knownGlucose, {
        minItems: 1,
        maxItems: 1440,
        unitsFrom,
        description: 'Past readings.',
      }),
      list('bgForecast', forecastGlucose, {
        minItems: 1,
        maxItems: 1440,
        unitsFrom,
        description: 'Predicted glucose.',
      }),
      object('recommendedBasal', recommendedBasal, { description: 'The recommended basal rate.' }),
      object('recommendedBolus', bolus, { description: 'The recommended bolus.' }),
      object('requestedBolus', bolus, { description: 'The requested bolus.' }),
      list('warnings', issue, { minItems: 1, maxItems: 100, description: 'Warnings about the decision.' }),
      list('errors', issue, {
        minItems: 1,
        maxItems: 100,
        description: 'Errors that kept the algorithm from a decision.',
      }),
      integer('scheduleTimeZoneOffset', {
        minimum: -10_080,
        maximum: 10_080,
        unit: 'min',
        description: 'Minutes between UTC and the time zone of the schedules.',
      }),
    ],
  }),
];
