import {
  computerTime,
  deviceTime,
  glucose,
  hidden,
  inMinutes,
  json,
  localTime,
  ofDay,
  plain,
  time,
  type Column,
} from './columns';

/** One sheet of a workbook. */
export interface Sheet {
  name: string;
  /** The type of the stored records. */
  recordType: string;
  /** Exported types; a pump schedule has types of its own. */
  types: readonly string[];
  columns: readonly Column[];
}

const offsets = plain('timezoneOffset', 'conversionOffset', 'clockDriftOffset');
const ids = plain('deviceId', 'id', 'uploadId');
const duration = [inMinutes('duration', 'Duration'), inMinutes('expectedDuration', 'Expected Duration')];
const ending: Column[] = [...offsets, ...ids, json('payload'), json('annotations')];
const pumpEnding: Column[] = [
  ...offsets,
  ...ids,
  ...[json('bolus'), json('manufacturers'), ...plain('model', 'serialNumber')].map(hidden),
  json('payload'),
  json('annotations'),
  ...[json('basal'), json('display')].map(hidden),
];

/** Every record field shown on some sheet. The local time is computed for workbooks and is not a record field. */
export const listRecordFields = (sheets: readonly Sheet[]): string[] => {
  const keys = new Set(sheets.flatMap(({ columns }) => columns.map(({ key }) => key)));
  keys.delete(localTime.key);
  return [...keys];
};

/** The sheets of the workbook, with their own columns between the common ones. */
export function sheetsFor(brand: string): Sheet[] {
  const createTypeColumn = (kind = 'Data'): Column => ({ key: 'type', header: `${brand} ${kind} Type` });
  const beginning = (kind?: string): Column[] => [time, localTime, deviceTime, createTypeColumn(kind)];
  const sheet = (recordType: string, name: string, columns: Column[], kind?: string): Sheet => ({
    name,
    recordType,
    types: [recordType],
    columns: [...beginning(kind), ...columns, ...ending],
  });
  const schedules = (name: string, keys: readonly string[], columns: Column[]): Sheet => ({
    name,
    recordType: 'pumpSettings',
    types: keys.map((key) => `pumpSettings.${key}`),
    columns: [...beginning(), ...plain('activeSchedule', 'scheduleName'), ...columns, ...pumpEnding],
  });
  const bgUnits = { key: 'units.bg', header: 'BG Units' };
  const carbUnits = { key: 'units.carb', header: 'Carb Units' };
  return [
    sheet('basal', 'Basal', [
      ...plain('deliveryType'),
      ...duration,
      ...plain('rate', 'percent', 'scheduleName'),
      ...plain('suppressed.scheduleName', 'suppressed.deliveryType', 'suppressed.type', 'suppressed.rate'),
    ]),
    sheet('bolus', 'Bolus', [
      ...plain('subType'),
      ...duration,
      ...plain('extended', 'expectedExtended', 'normal', 'expectedNormal'),
    ]),
    sheet('bloodKetone', 'Blood Ketone', [{ key: 'value', format: '0.00' }, ...plain('units')]),
    sheet('cbg', 'CGM', [glucose('value'), ...plain('units')]),
    sheet('smbg', 'SMBG', [...plain('subType'), glucose('value'), ...plain('units')]),
    sheet(
      'wizard',
      'Bolus Calculator',
      [
        glucose('bgInput'),
        glucose('insulinSensitivity'),
        ...plain('carbInput', 'insulinCarbRatio', 'insulinOnBoard', 'bolus', 'units'),
        ...plain('recommended.carb', 'recommended.correction', 'recommended.net'),
        glucose('bgTarget.target', 'BG Target'),
        glucose('bgTarget.high', 'BG Target High'),
        glucose('bgTarget.low', 'BG Target Low'),
        glucose('bgTarget.range', 'BG Target Range Setting'),
      ],
      'Wizard',
    ),
    sheet('food', 'Food', [...plain('name'), json('nutrition')]),
    sheet('physicalActivity', 'Physical Activity', [
      ...plain('name'),
      json('distance'),
      { key: 'duration', format: '[h]:mm:ss' },
      json('energy'),
      ...plain('reportedIntensity'),
    ]),
    sheet('deviceEvent', 'Device Event', [
      ...plain('subType', 'alarmType'),
      glucose('value'),
      ...plain('units'),
      ...duration,
      ...plain('change.from', 'change.to', 'change.agent'),
      json('from'),
      json('to'),
      ...plain('status', 'primeTarget', 'volume', 'reason.suspended', 'reason.resumed'),
    ]),
    schedules(
      'Basal Schedules',
      ['basalSchedules'],
      [ofDay('basalSchedule.start'), ...plain('basalSchedule.rate')],
    ),
    schedules(
      'BG Targets',
      ['bgTarget', 'bgTargets'],
      [
        ofDay('bgTarget.start', 'BG Target Start'),
        glucose('bgTarget.low', 'BG Low Target Setting'),
        glucose('bgTarget.high', 'BG High Target Setting'),
        glucose('bgTarget.target', 'BG Target Setting'),
        glucose('bgTarget.range', 'BG Target Range Setting'),
        bgUnits,
        hidden(carbUnits),
      ],
    ),
    schedules(
      'Carb Ratios',
      ['carbRatio', 'carbRatios'],
      [ofDay('carbRatio.start'), ...plain('carbRatio.amount'), hidden(bgUnits), carbUnits],
    ),
    schedules(
      'Insulin Sensitivities',
      ['insulinSensitivity', 'insulinSensitivities'],
      [ofDay('insulinSensitivity.start'), glucose('insulinSensitivity.amount'), bgUnits, hidden(carbUnits)],
    ),
    {
      name: 'Upload',
      recordType: 'upload',
      types: ['upload'],
      columns: [
        ...[time, localTime, deviceTime, computerTime],
        ...plain('timezone', 'timeProcessing'),
        createTypeColumn(),
        ...plain('version', 'deviceSerialNumber', 'deviceModel'),
        ...[json('deviceManufacturers'), json('deviceTags')],
        ...plain('timezoneOffset', 'conversionOffset', 'deviceId', 'id', 'byUser', 'uploadId'),
        ...[json('payload'), json('annotations')],
      ],
    },
  ];
}
