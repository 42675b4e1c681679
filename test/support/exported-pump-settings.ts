import type { SentRecord } from './records';

/** The exported form of a record, or of a part of it. */
export type Line = Record<string, string | number | boolean>;

/** A record, its exported form in mmol/L, and its glucose fields. */
export type ExportedRow = [name: string, sent: SentRecord, exported: Line | Line[], glucose?: string[]];

const pump = {
  activeSchedule: 'Day',
  basal: { rateMaximum: { units: 'Units/hour', value: 3 } },
  bolus: { amountMaximum: { units: 'Units', value: 10 } },
  display: { bloodGlucose: { units: 'mg/dL' } },
  manufacturers: ['Acme', 'Bolt'],
  model: 'One',
  name: 'My pump',
  serialNumber: 'S1',
};
const pumpWithUnits = { ...pump, units: { bg: 'mmol/L', carb: 'grams' }, firmwareVersion: '1.0' };
const exportedPump = {
  activeSchedule: 'Day',
  basal: '{"rateMaximum":{"units":"Units/hour","value":3}}',
  bolus: '{"amountMaximum":{"units":"Units","value":10}}',
  display: '{"bloodGlucose":{"units":"mg/dL"}}',
  manufacturers: '["Acme","Bolt"]',
  model: 'One',
  name: 'My pump',
  serialNumber: 'S1',
};
const midnight = '1970-01-01T00:00:00.000Z';
const morning = '1970-01-01T08:30:00.000Z';
const morningStart = 30_600_000;

/** One schedule entry of a pump in exported form. */
const entry = (key: string, fields: Record<string, string | number>) => ({
  ...exportedPump,
  type: `pumpSettings.${key}`,
  ...(key !== 'basalSchedules' && { 'units.bg': 'mmol/L', 'units.carb': 'grams' }),
  ...fields,
});

/** Pump settings: one line for each entry of each schedule, in an order independent of the settings. */
export const pumpRows: readonly ExportedRow[] = [
  [
    'pumpSettings',
    {
      ...pumpWithUnits,
      insulinSensitivity: [{ start: 0, amount: 2 }],
      carbRatio: [{ start: 0, amount: 10 }],
      bgTarget: [
        { start: 0, low: 4, high: 8 },
        { start: morningStart, target: 5, range: 1 },
      ],
      bgSafetyLimit: 4,
      bgTargetPreprandial: { low: 4, high: 5 },
    },
    [
      entry('bgTarget', { 'bgTarget.start': midnight, 'bgTarget.low': 4, 'bgTarget.high': 8 }),
      entry('bgTarget', { 'bgTarget.start': morning, 'bgTarget.target': 5, 'bgTarget.range': 1 }),
      entry('carbRatio', { 'carbRatio.start': midnight, 'carbRatio.amount': 10 }),
      entry('insulinSensitivity', { 'insulinSensitivity.start': midnight, 'insulinSensitivity.amount': 2 }),
    ],
    [...['bgTarget.low', 'bgTarget.high', 'bgTarget.target', 'bgTarget.range'], 'insulinSensitivity.amount'],
  ],
  [
    'pumpSettings with names',
    {
      ...pumpWithUnits,
      insulinSensitivities: { Day: [{ start: 0, amount: 3 }] },
      carbRatios: { Day: [{ start: 0, amount: 11 }] },
      bgTargets: { Day: [{ start: 0, target: 5, high: 8 }] },
      basalSchedules: {
        Day: [
          { start: 0, rate: 0.5 },
          { start: morningStart, rate: 1 },
        ],
        Empty: [],
        Night: [{ start: 0, rate: 0.25 }],
      },
    },
    [
      entry('basalSchedules', {
        scheduleName: 'Day',
        'basalSchedule.start': midnight,
        'basalSchedule.rate': 0.5,
      }),
      entry('basalSchedules', {
        scheduleName: 'Day',
        'basalSchedule.start': morning,
        'basalSchedule.rate': 1,
      }),
      entry('basalSchedules', {
        scheduleName: 'Night',
        'basalSchedule.start': midnight,
        'basalSchedule.rate': 0.25,
      }),
      entry('bgTargets', {
        scheduleName: 'Day',
        'bgTarget.start': midnight,
        'bgTarget.target': 5,
        'bgTarget.high': 8,
      }),
      entry('carbRatios', { scheduleName: 'Day', 'carbRatio.start': midnight, 'carbRatio.amount': 11 }),
      entry('insulinSensitivities', {
        scheduleName: 'Day',
        'insulinSensitivity.start': midnight,
        'insulinSensitivity.amount': 3,
      }),
    ],
    ['bgTarget.target', 'bgTarget.high', 'insulinSensitivity.amount'],
  ],
  ['pumpSettings without schedules', pumpWithUnits, []],
];
