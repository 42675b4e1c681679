import type { ExportedRow, Line } from './exported-pump-settings';
import { saidByAll, type ExportedRecord } from './exported-records';
import { at, type SentRecord } from './records';

/** Fields that identify records of the legacy route. */
const legacyFields = { deviceId: 'D-2', uploadId: 'upid_0123456789ab' };

const mgdL = 18.01559;
const uploader = {
  computerTime: '2024-05-06T02:00:00',
  byUser: 'somebody',
  deviceModel: 'Dash',
  deviceSerialNumber: '1',
  timeProcessing: 'none',
  version: 'desktop-uploader 2.60.0',
};
const clockChange = { agent: 'automatic', from: '2024-05-06T01:00:00', to: '2024-05-06T00:00:00' };
const lowAlert = { enabled: true, level: 4, snooze: 900_000 };
const rateAlert = { enabled: true, rate: 0.1 };

/** Fields that only the legacy route accepts, or accepts in another form. */
const rows: ExportedRow[] = [
  [
    'upload',
    { ...uploader, deviceTags: ['insulin-pump'], deviceManufacturers: ['Insulet'] },
    { ...uploader, deviceTags: '["insulin-pump"]', deviceManufacturers: '["Insulet"]' },
  ],
  [
    'basal injected',
    { deliveryType: 'injected', value: 12, insulin: 'lantus', duration: 86_400_000 },
    { deliveryType: 'injected', value: 12, duration: 1_440 },
  ],
  [
    'bolus injected',
    { subType: 'injected', value: 3, insulin: 'humalog' },
    { subType: 'injected', value: 3 },
  ],
  ['urineKetone', { value: 'moderate' }, { value: 'moderate' }],
  ['note', { text: 'Felt low', creatorId: 'somebody', shortText: 'low', displayTime: at(0) }, {}],
  [
    'grabbag',
    { subType: 'anything', rate: 2, unheardOf: 1, units: 'mmol/L' },
    { subType: 'anything', rate: 2, units: 'mmol/L' },
  ],
  [
    'cbg in mg/dL',
    { units: 'mg/dL', value: 101, isig: 21.5 },
    { units: 'mmol/L', value: 101 / mgdL },
    ['value'],
  ],
  [
    'smbg that a pump was told',
    { units: 'mmol/L', value: 6.123456789, subType: 'linked' },
    { units: 'mmol/L', value: 6.123456789, subType: 'linked' },
    ['value'],
  ],
  [
    'deviceEvent timeChange',
    { subType: 'timeChange', change: { ...clockChange, reasons: ['travel'], timezone: 'Europe/Berlin' } },
    {
      subType: 'timeChange',
      'change.agent': clockChange.agent,
      'change.from': clockChange.from,
      'change.to': clockChange.to,
    },
  ],
  [
    'cgmSettings',
    {
      units: 'mmol/L',
      transmitterId: 'ABCDE',
      lowAlerts: lowAlert,
      highAlerts: lowAlert,
      rateOfChangeAlerts: { fallRate: rateAlert, riseRate: rateAlert },
    },
    { units: 'mmol/L' },
  ],
];

/** Minute of the first record, apart from those of `exportedRecords`. */
const first = 1_000;

/** Records of the legacy route, one minute apart, and their exports. */
export const exportedLegacyRecords: readonly ExportedRecord[] = rows.map(
  ([name, sent, exported, glucose = []], index) => {
    const record: SentRecord = {
      ...saidByAll,
      type: name.split(' ')[0],
      time: at(first + index),
      ...legacyFields,
      ...sent,
    };
    return {
      name,
      sent: record,
      exported: [exported].flat().map((line: Line) => ({ ...legacyFields, ...line })),
      glucose,
    };
  },
);
