import {
  boolean,
  integer,
  list,
  listMap,
  map,
  number,
  object,
  objectType,
  recordType,
  text,
} from '../../../../platform/validation/builders';
import type { Field, ObjectType } from '../../../../platform/validation/vocabulary';
import { deviceParticulars } from './device-particulars';
import { insulinFormulation } from './insulin-formulation';
import {
  basalSettings,
  bolusSettings,
  carbohydrateUnitOfSettings,
  displaySettings,
  glucoseUnitOfSettings,
  insulinModel,
  overridePreset,
} from './pump-features';
import { glucoseTarget, glucoseTargetSegment, segmentStart } from './target';
import { glucoseBounds, insulinUnits } from './units';

const rateSegment = objectType('BasalRateSegment', {
  description: 'The basal rate during a part of the day.',
  fields: [
    segmentStart,
    number('rate', { required: true, minimum: 0, maximum: 100, description: 'Units of insulin per hour.' }),
  ],
});

const ratioSegment = objectType('CarbRatioSegment', {
  description: 'The carbohydrate ratio during a part of the day.',
  fields: [
    segmentStart,
    number('amount', {
      required: true,
      minimum: 0,
      maximum: 250,
      description: 'Carbohydrate that one unit of insulin covers.',
    }),
  ],
});

const sensitivitySegment = objectType('InsulinSensitivitySegment', {
  description: 'The insulin sensitivity during a part of the day.',
  fields: [
    segmentStart,
    number('amount', {
      required: true,
      unitsFrom: '^',
      bounds: glucoseBounds,
      convert: 'glucose',
      description: 'By how much one unit of insulin lowers glucose.',
    }),
  ],
});

const pumpUnits = objectType('PumpUnits', {
  description: 'The units of the amounts in the settings of a pump.',
  fields: [
    glucoseUnitOfSettings,
    carbohydrateUnitOfSettings,
    text('insulin', { enumeration: insulinUnits, description: 'The unit of insulin amounts.' }),
  ],
});

interface ScheduleFacts {
  readonly segment: ObjectType;
  /** Key of a single schedule, and its name in the graph. */
  readonly single: readonly [name: string, graphqlName: string];
  /** Key of named schedules. */
  readonly several: string;
  readonly description: string;
  readonly unitsFrom?: string;
}

/** A daily setting: either one schedule, or several named ones of which one is active. */
function schedules({ segment, single, several, description, unitsFrom }: ScheduleFacts): readonly Field[] {
  const [name, graphqlName] = single;
  return [
    list(name, segment, { schedule: true, unitsFrom, graphqlName, description: `${description}.` }),
    listMap(several, segment, {
      schedule: true,
      unitsFrom,
      forbiddenWhen: { anyPresent: [name] },
      description: `${description}, for each schedule by name.`,
    }),
  ];
}

const unitsFrom = 'units.bg';

export const pumpSettingsRecords = [
  recordType({
    type: 'pumpSettings',
    graphqlName: 'PumpSettings',
    description: 'Settings of an insulin pump.',
    fields: [
      object('units', pumpUnits, { graphqlName: 'pumpUnits', description: 'The units of the amounts.' }),
      text('activeSchedule', {
        required: true,
        minLength: 1,
        description: 'Name of the active schedule.',
      }),
      boolean('automatedDelivery', { description: 'Whether automated delivery is on.' }),
      object('basal', basalSettings, { description: 'Settings for basal insulin.' }),
      ...schedules({
        segment: rateSegment,
        single: ['basalSchedule', 'basalSchedule'],
        several: 'basalSchedules',
        description: 'Basal rates over the day',
      }),
      number('bgSafetyLimit', {
        unitsFrom,
        bounds: glucoseBounds,
        convert: 'glucose',
        description: 'Glucose safety limit, below which no insulin is delivered.',
      }),
      object('bgTargetPhysicalActivity', glucoseTarget, {
        unitsFrom,
        description: 'The glucose target during physical activity.',
      }),
      object('bgTargetPreprandial', glucoseTarget, {
        unitsFrom,
        description: 'The glucose target before meals.',
      }),
      ...schedules({
        segment: glucoseTargetSegment,
        single: ['bgTarget', 'bgTargetSchedule'],
        several: 'bgTargets',
        description: 'Glucose targets over the day',
        unitsFrom,
      }),
      object('bolus', bolusSettings, { graphqlName: 'bolusSettings', description: 'Settings for boluses.' }),
      ...schedules({
        segment: ratioSegment,
        single: ['carbRatio', 'carbRatio'],
        several: 'carbRatios',
        description: 'Carbohydrate ratios over the day',
      }),
      object('display', displaySettings, { description: 'Display settings.' }),
      object('insulinFormulation', insulinFormulation, { description: 'The insulin in the pump.' }),
      object('insulinModel', insulinModel, { description: 'The insulin action model.' }),
      ...schedules({
        segment: sensitivitySegment,
        single: ['insulinSensitivity', 'insulinSensitivitySchedule'],
        several: 'insulinSensitivities',
        description: 'Insulin sensitivities over the day',
        unitsFrom,
      }),
      map('overridePresets', overridePreset, {
        unitsFrom,
        description: 'Preset overrides, by name.',
      }),
      integer('scheduleTimeZoneOffset', {
        minimum: -10_080,
        maximum: 10_080,
        unit: 'min',
        description: 'Minutes between UTC and the time zone of the schedules.',
      }),
      ...deviceParticulars,
    ],
  }),
];
