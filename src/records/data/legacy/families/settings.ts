import {
  boolean,
  enumeration,
  list,
  listMap,
  number,
  object,
  objectType,
  text,
} from '../../../../platform/validation/builders';
import { glucoseUnits } from '../../record-types/families/units';
import type { Condition, Field, ObjectType } from '../../../../platform/validation/vocabulary';
import { type LegacyType, usualIdFields } from '../legacy-type';

const start = number('start', {
  required: true,
  minimum: 0,
  maximum: 86_399_999,
  description: 'Where in the day the segment begins, in milliseconds since midnight.',
});

const rateSegment = objectType('LegacyRateSegment', {
  description: 'A basal rate from a time of day on.',
  fields: [number('rate', { required: true, description: 'Units per hour.' }), start],
});

const amountSegment = objectType('LegacyAmountSegment', {
  description: 'An amount from a time of day on.',
  fields: [number('amount', { required: true, description: 'The amount.' }), start],
});

const targetSegment = objectType('LegacyTargetSegment', {
  description: 'A glucose target from a time of day on.',
  fields: [
    ...['target', 'low', 'high', 'range'].map((name) => number(name, { description: 'Glucose.' })),
    start,
  ],
});

/** A single schedule, or several by name. */
function schedules(one: string, several: string, segment: ObjectType): Field[] {
  const description = 'A segment of a daily schedule.';
  const other = (name: string): Condition => ({ anyPresent: [name] });
  return [
    list(one, segment, { forbiddenWhen: other(several), description }),
    listMap(several, segment, { forbiddenWhen: other(one), description }),
  ];
}

const pumpUnits = objectType('LegacyPumpUnits', {
  description: 'Units of the settings.',
  fields: [
    text('carbs', {
      enumeration: enumeration('LegacyCarbohydrateUnits', 'A unit of carbohydrate.', { grams: 'Grams.' }),
      description: 'Unit of carbohydrate.',
    }),
    text('bg', { enumeration: glucoseUnits, description: 'Unit of glucose.' }),
  ],
});

const enabled = boolean('enabled', { required: true, description: 'Whether it is on.' });

const levelAlert = objectType('LegacyLevelAlert', {
  description: 'An alert at a glucose level.',
  fields: [
    enabled,
    number('level', { required: true, description: 'The level.' }),
    number('snooze', { required: true, description: 'How long it can be silenced, in milliseconds.' }),
  ],
});

const rateAlert = objectType('LegacyRateAlert', {
  description: 'An alert at a rate of change.',
  fields: [enabled, number('rate', { required: true, description: 'Glucose per minute.' })],
});

const rateAlerts = objectType('LegacyRateAlerts', {
  description: 'Alerts at rates of change.',
  fields: [
    object('fallRate', rateAlert, { required: true, description: 'When glucose falls.' }),
    object('riseRate', rateAlert, { required: true, description: 'When glucose rises.' }),
  ],
});

const freeForm = objectType('LegacyAlerts', { description: 'Alerts of a sensor.', fields: [] });
const alerts = (name: string): Field => object(name, freeForm, { description: 'Further alerts.' });

export const settingsTypes: readonly LegacyType[] = [
  {
    type: 'cgmSettings',
    description: 'Settings of a glucose sensor.',
    hasDeviceTime: true,
    idFields: ['type', 'time', 'deviceId'],
    fields: [
      text('transmitterId', { required: true, description: 'Id of the transmitter.' }),
      text('units', { required: true, enumeration: glucoseUnits, description: 'Unit of glucose.' }),
      object('lowAlerts', levelAlert, { required: true, description: 'When glucose is low.' }),
      object('highAlerts', levelAlert, { required: true, description: 'When glucose is high.' }),
      object('rateOfChangeAlerts', rateAlerts, { required: true, description: 'When glucose changes fast.' }),
      text('displayUnits', { description: 'Unit displayed by the device.' }),
      ...['outOfRangeAlerts', 'predictiveAlerts', 'calibrationAlerts'].map(alerts),
    ],
    glucose: {
      units: 'units',
      amounts: ['lowAlerts.level', 'highAlerts.level', 'rateOfChangeAlerts.*.rate'],
    },
  },
  {
    type: 'pumpSettings',
    description: 'Settings of an insulin pump.',
    hasDeviceTime: true,
    idFields: usualIdFields,
    fields: [
      text('activeSchedule', { required: true, description: 'Name of the active basal schedule.' }),
      object('units', pumpUnits, { required: true, description: 'Units of the settings.' }),
      listMap('basalSchedules', rateSegment, { required: true, description: 'Basal schedules by name.' }),
      ...schedules('carbRatio', 'carbRatios', amountSegment),
      ...schedules('insulinSensitivity', 'insulinSensitivities', amountSegment),
      ...schedules('bgTarget', 'bgTargets', targetSegment),
      boolean('automatedDelivery', { description: 'Whether automated delivery is on.' }),
      text('firmwareVersion', { description: 'Firmware version of the pump.' }),
    ],
    rules: [
      { oneOf: ['carbRatio', 'carbRatios'] },
      { oneOf: ['insulinSensitivity', 'insulinSensitivities'] },
      { oneOf: ['bgTarget', 'bgTargets'] },
    ],
    checks: [
      {
        field: 'activeSchedule',
        detail: 'There is no basal schedule with this name.',
        holds: ({ activeSchedule, basalSchedules }) =>
          Object.hasOwn(basalSchedules as object, activeSchedule as string),
      },
    ],
    glucose: {
      units: 'units.bg',
      amounts: [
        ...['insulinSensitivity.*.amount', 'insulinSensitivities.*.*.amount'],
        ...['target', 'low', 'high', 'range'].flatMap((name) => [
          `bgTarget.*.${name}`,
          `bgTargets.*.*.${name}`,
        ]),
      ],
      keepsUnits: true,
    },
  },
];
