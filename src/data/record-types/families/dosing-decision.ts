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
} from '../builders';
import type { Condition } from '../vocabulary';
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
    time('time', { description: 'When it was eaten.' }),
    object('nutrition', nutrition, { required: true, description: 'What it contains.' }),
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
  description: 'Glucose as an algorithm foresaw it. It may lie beyond what can be measured.',
  fields: [
    time('time', { description: 'The time that was foreseen.' }),
    number('value', {
      required: true,
      unitsFrom: '^',
      convert: 'glucose',
      description: 'Glucose concentration.',
    }),
  ],
});

const carbsOnBoard = objectType('CarbsOnBoard', {
  description: 'Carbohydrate that was eaten and not yet absorbed.',
  fields: [
    time('time', { description: 'The time for which it holds.' }),
    number('amount', { required: true, minimum: 0, maximum: 1000, description: 'The carbohydrate.' }),
  ],
});

const insulinOnBoard = objectType('InsulinOnBoard', {
  description: 'Insulin that was delivered and still acts, compared with scheduled delivery.',
  fields: [
    time('time', { description: 'The time for which it holds.' }),
    number('amount', {
      required: true,
      minimum: -1000,
      maximum: 1000,
      description: 'Units of insulin; negative when less than scheduled was delivered.',
    }),
  ],
});

const recommendedBasal = objectType('RecommendedBasal', {
  description: 'The basal rate that an algorithm recommended.',
  fields: [
    number('rate', { required: true, minimum: 0, maximum: 100, description: 'Units of insulin per hour.' }),
    integer('duration', {
      minimum: 0,
      maximum: day,
      description: 'How long it was meant to last; in seconds or milliseconds, as the application sends it.',
    }),
  ],
});

const isWhole: Condition = { anyPresent: ['amount'] };
const units = { minimum: 0, maximum: 100 } as const;

const bolus = objectType('DecisionBolus', {
  description: 'A bolus, as one amount or as a normal and an extended part.',
  fields: [
    number('amount', { ...units, description: 'Units of insulin in all.' }),
    number('normal', { ...units, forbiddenWhen: isWhole, description: 'Units of insulin given at once.' }),
    number('extended', {
      ...units,
      forbiddenWhen: isWhole,
      description: 'Units of insulin given over the duration.',
    }),
    integer('duration', {
      minimum: 0,
      maximum: day,
      forbiddenWhen: isWhole,
      allowedWhen: { anyPresent: ['extended'] },
      requiredWhen: { anyPresent: ['extended'] },
      description:
        'Over which time the extended part is given; in the unit in which the application sends it.',
    }),
  ],
  rules: [{ anyOf: ['amount', 'extended', 'normal'] }],
});

const issue = objectType('DecisionIssue', {
  description: 'Something that stood in the way of a dosing decision.',
  fields: [
    shortText('id', { required: true, description: 'What kind of issue it is.' }),
    metadata('metadata', { description: 'Free-form facts about it.' }),
  ],
});

const unitsFrom = 'units.bg';

export const dosingDecisionRecords = [
  recordType({
    type: 'dosingDecision',
    graphqlName: 'DosingDecision',
    description: 'What an algorithm or a bolus calculator knew and recommended when it decided on insulin.',
    fields: [
      shortText('reason', { required: true, description: 'What the decision was made for.' }),
      object('units', decisionUnits, {
        required: true,
        graphqlName: 'decisionUnits',
        description: 'The units of the amounts.',
      }),
      object('food', food, { description: 'Food that was entered.' }),
      object('originalFood', food, { description: 'Food as it was entered before it was changed.' }),
      object('smbg', knownGlucose, { unitsFrom, description: 'The reading of a meter that was entered.' }),
      object('carbsOnBoard', carbsOnBoard, { description: 'Carbohydrate not yet absorbed.' }),
      object('insulinOnBoard', insulinOnBoard, {
        graphqlName: 'insulinOnBoardAtDecision',
        description: 'Insulin that still acted.',
      }),
      list('bgTargetSchedule', glucoseTargetSegment, {
        schedule: true,
        unitsFrom,
        description: 'Glucose to aim at over the day.',
      }),
      list('bgHistorical', knownGlucose, {
        minItems: 1,
        maxItems: 1440,
        unitsFrom,
        description: 'Readings of the past.',
      }),
      list('bgForecast', forecastGlucose, {
        minItems: 1,
        maxItems: 1440,
        unitsFrom,
        description: 'Glucose as it was foreseen.',
      }),
      object('recommendedBasal', recommendedBasal, { description: 'The basal rate that was recommended.' }),
      object('recommendedBolus', bolus, { description: 'The bolus that was recommended.' }),
      object('requestedBolus', bolus, { description: 'The bolus that the person asked for.' }),
      list('warnings', issue, { minItems: 1, maxItems: 100, description: 'What was doubtful.' }),
      list('errors', issue, { minItems: 1, maxItems: 100, description: 'What went wrong.' }),
      integer('scheduleTimeZoneOffset', {
        minimum: -10_080,
        maximum: 10_080,
        unit: 'min',
        description: 'Minutes between UTC and the time zone of the schedules.',
      }),
    ],
  }),
];
