import { pumpRows, type ExportedRow, type Line } from './exported-pump-settings';
import { at, type SentRecord } from './records';

/** The expected content of files for one uploaded record. */
export interface ExportedRecord {
  /** The type, and what distinguishes the record from others of the type. */
  name: string;
  sent: SentRecord;
  /** Its exported form in mmol/L, without common fields; several for pump settings. */
  exported: Line[];
  /** Its glucose fields. */
  glucose: readonly string[];
}

const bolusId = '0123456789abcdef0123456789abcdef';

/** Common fields of each record. */
export const saidByAll = {
  deviceId: 'D-1',
  deviceTime: '2024-05-06T02:00:00',
  timezone: 'Europe/Berlin',
  timezoneOffset: 120,
  conversionOffset: 60_000,
  clockDriftOffset: -1_000,
  payload: { a: { b: [1, 'ü'] } },
  annotations: [{ code: 'some/thing' }],
  notes: ['a note'],
  tags: ['a tag'],
  location: { name: 'Home' },
};

/** Their exported form. */
export const exportedOfAll = {
  deviceId: 'D-1',
  deviceTime: '2024-05-06T02:00:00',
  timezone: 'Europe/Berlin',
  timezoneOffset: 120,
  conversionOffset: 60_000,
  clockDriftOffset: -1_000,
};

/** Their exported form if the type has a sheet: JSON texts. */
export const exportedInSheets = {
  payload: '{"a":{"b":[1,"ü"]}}',
  annotations: '[{"code":"some/thing"}]',
};

const suppressed = { type: 'basal', deliveryType: 'scheduled', rate: 0.75, scheduleName: 'Night' };
const exportedSuppressed = {
  'suppressed.type': 'basal',
  'suppressed.deliveryType': 'scheduled',
  'suppressed.rate': 0.75,
  'suppressed.scheduleName': 'Night',
};

const calculation = {
  units: 'mmol/L',
  bgInput: 10,
  insulinSensitivity: 2,
  carbInput: 30,
  insulinCarbRatio: 10,
  insulinOnBoard: 0.5,
  bolus: bolusId,
};
const clockBefore = { time: '2024-05-06T01:00:00', timeZoneName: 'Europe/Berlin' };
const clockAfter = { time: '2024-05-06T00:00:00' };

const deviceEvent = (
  subType: string,
  sent: SentRecord,
  exported: Line = {},
  glucose?: string[],
): ExportedRow => [`deviceEvent ${subType}`, { subType, ...sent }, { subType, ...exported }, glucose];

const rows: ExportedRow[] = [
  [
    'basal automated',
    { deliveryType: 'automated', rate: 0.5, duration: 90_000, suppressed },
    { deliveryType: 'automated', rate: 0.5, duration: 1.5, ...exportedSuppressed },
  ],
  [
    'basal scheduled',
    { deliveryType: 'scheduled', rate: 1, duration: 0, expectedDuration: 3_600_000, scheduleName: '=Day' },
    { deliveryType: 'scheduled', rate: 1, duration: 0, expectedDuration: 60, scheduleName: '=Day' },
  ],
  [
    'basal suspend',
    {
      deliveryType: 'suspend',
      duration: 1_800_000,
      suppressed: { type: 'basal', deliveryType: 'temp', rate: 2, percent: 0.5, suppressed },
    },
    {
      deliveryType: 'suspend',
      duration: 30,
      'suppressed.type': 'basal',
      'suppressed.deliveryType': 'temp',
      'suppressed.rate': 2,
    },
  ],
  [
    'basal temp',
    { deliveryType: 'temp', rate: 0, percent: 0.5, duration: 60_000, suppressed },
    { deliveryType: 'temp', rate: 0, percent: 0.5, duration: 1, ...exportedSuppressed },
  ],
  [
    'bolus automated',
    { subType: 'automated', normal: 0, expectedNormal: 1, deliveryContext: 'algorithm' },
    { subType: 'automated', normal: 0, expectedNormal: 1 },
  ],
  [
    'bolus normal',
    { subType: 'normal', normal: 3.5, expectedNormal: 4.25 },
    { subType: 'normal', normal: 3.5, expectedNormal: 4.25 },
  ],
  [
    'bolus square',
    {
      subType: 'square',
      extended: 1,
      expectedExtended: 2,
      duration: 1_800_000,
      expectedDuration: 3_600_000,
    },
    { subType: 'square', extended: 1, expectedExtended: 2, duration: 30, expectedDuration: 60 },
  ],
  [
    'bolus dual/square',
    { subType: 'dual/square', normal: 1, extended: 2, duration: 7_200_000 },
    { subType: 'dual/square', normal: 1, extended: 2, duration: 120 },
  ],
  ['bloodKetone', { units: 'mmol/L', value: 0.7 }, { units: 'mmol/L', value: 0.7 }],
  [
    'cbg',
    { units: 'mmol/L', value: 5.5, trend: 'constant', sampleInterval: 300_000 },
    { units: 'mmol/L', value: 5.5 },
    ['value'],
  ],
  [
    'smbg',
    { units: 'mmol/L', value: 0, subType: 'manual' },
    { units: 'mmol/L', value: 0, subType: 'manual' },
    ['value'],
  ],
  [
    'wizard',
    {
      ...calculation,
      bgTarget: { low: 4, high: 8 },
      recommended: { carb: 3, correction: -1, net: 2 },
      carbUnits: 'grams',
    },
    {
      ...calculation,
      'bgTarget.low': 4,
      'bgTarget.high': 8,
      'recommended.carb': 3,
      'recommended.correction': -1,
      'recommended.net': 2,
    },
    ['bgInput', 'insulinSensitivity', 'bgTarget.low', 'bgTarget.high'],
  ],
  [
    'wizard with a target and a range',
    { units: 'mmol/L', bgTarget: { target: 5, range: 1 } },
    { units: 'mmol/L', 'bgTarget.target': 5, 'bgTarget.range': 1 },
    ['bgTarget.target', 'bgTarget.range'],
  ],
  [
    'food',
    {
      name: 'Pasta',
      brand: 'B',
      amount: { units: 'plates', value: 1 },
      nutrition: { carbohydrate: { net: 30, units: 'grams' } },
    },
    { name: 'Pasta', nutrition: '{"carbohydrate":{"net":30,"units":"grams"}}' },
  ],
  [
    'physicalActivity',
    {
      name: 'A run',
      activityType: 'running',
      reportedIntensity: 'medium',
      distance: { units: 'meters', value: 5_000 },
      energy: { units: 'kilocalories', value: 300 },
      duration: { units: 'minutes', value: 36 },
    },
    {
      name: 'A run',
      reportedIntensity: 'medium',
      distance: '{"units":"meters","value":5000}',
      energy: '{"units":"kilocalories","value":300}',
      duration: 0.025,
    },
  ],
  ['physicalActivity in hours', { duration: { units: 'hours', value: 36 } }, { duration: 1.5 }],
  ['physicalActivity in seconds', { duration: { units: 'seconds', value: 21_600 } }, { duration: 0.25 }],
  deviceEvent(
    'alarm',
    { alarmType: 'occlusion', status: bolusId },
    { alarmType: 'occlusion', status: bolusId },
  ),
  deviceEvent('calibration', { units: 'mmol/L', value: 6.5 }, { units: 'mmol/L', value: 6.5 }, ['value']),
  deviceEvent('prime', { primeTarget: 'cannula', volume: 0.5 }, { primeTarget: 'cannula', volume: 0.5 }),
  deviceEvent(
    'pumpSettingsOverride',
    {
      overrideType: 'sleep',
      duration: 60_000,
      expectedDuration: 120_000,
      bgTarget: { low: 4.5, high: 6 },
      units: { bg: 'mmol/L' },
      carbRatioScaleFactor: 2,
    },
    { duration: 1, expectedDuration: 2, 'bgTarget.low': 4.5, 'bgTarget.high': 6, 'units.bg': 'mmol/L' },
    ['bgTarget.low', 'bgTarget.high'],
  ),
  deviceEvent('reservoirChange', { status: bolusId }, { status: bolusId }),
  deviceEvent(
    'status',
    {
      status: 'suspended',
      reason: { suspended: 'manual', other: 'x' },
      duration: 120_000,
      expectedDuration: 180_000,
    },
    { status: 'suspended', 'reason.suspended': 'manual', duration: 2, expectedDuration: 3 },
  ),
  deviceEvent(
    'status',
    { status: 'resumed', reason: { resumed: 'automatic' } },
    { status: 'resumed', 'reason.resumed': 'automatic' },
  ),
  deviceEvent(
    'timeChange',
    { from: clockBefore, to: clockAfter, method: 'manual' },
    { from: JSON.stringify(clockBefore), to: JSON.stringify(clockAfter) },
  ),
  deviceEvent(
    'timeChange',
    { change: { agent: 'manual', from: '2024-05-06T01:00:00', to: '2024-05-06T00:00:00' } },
    {
      'change.agent': 'manual',
      'change.from': '2024-05-06T01:00:00',
      'change.to': '2024-05-06T00:00:00',
    },
  ),
  deviceEvent('sensorEvent', { eventType: 'start' }),
  deviceEvent('settingsChange', { bgTarget: { from: 'a', to: 'b' } }),
  deviceEvent('transmitterEvent', { eventType: 'stop' }),
  ...pumpRows,
  ['insulin', { dose: { total: 2, units: 'Units' }, site: 'arm' }, {}],
  ['water', { amount: { units: 'liters', value: 1 } }, {}],
  ['reportedState', { states: [{ state: 'stress' }] }, {}],
  ['pumpStatus', { battery: { state: 'charging' } }, {}],
  ['deviceStatus', { battery: { state: 'charging' } }, {}],
  [
    'cgmSettings',
    { units: 'mmol/L', transmitterId: 'ABCDE', manufacturers: ['Acme'], model: 'G', name: 'My sensor' },
    { units: 'mmol/L', model: 'G', name: 'My sensor' },
  ],
  ['controllerSettings', { device: { model: 'P', name: 'My phone' } }, {}],
  ['controllerStatus', { battery: { state: 'charging' } }, {}],
  [
    'dosingDecision',
    {
      reason: 'normalBolus',
      units: { bg: 'mmol/L', carb: 'grams', insulin: 'Units' },
      insulinOnBoard: { amount: 1 },
      recommendedBolus: { amount: 1 },
    },
    { 'units.bg': 'mmol/L', 'units.carb': 'grams' },
  ],
  ['alert', { name: 'low', issuedTime: at(0), priority: 'critical' }, { name: 'low' }],
];

/** One record of each type, one minute apart, and its exported form. */
export const exportedRecords: readonly ExportedRecord[] = rows.map(
  ([name, sent, exported, glucose = []], index) => ({
    name,
    sent: {
      type: name.split(' ')[0],
      time: at(index),
      ...saidByAll,
      origin: { id: `record ${index}` },
      ...sent,
    },
    exported: [exported].flat(),
    glucose,
  }),
);
