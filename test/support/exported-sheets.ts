/** A column of an export's sheet: its heading, and the record field in it. */
export interface ExpectedColumn {
  header: string;
  field: string;
  width: number;
  format: string;
  hidden: boolean;
}

type Row = [header: string, field: string, more?: Partial<ExpectedColumn>];

const date = { width: 18, format: 'yyyy-mm-dd hh:mm:ss' };
const glucose = { format: 'glucose' };
const minutes = { width: 20, format: '0.00;-0.00;0' };
const timeOfDay = { format: '[$-x-systime]h:mm am/pm' };
const narrow = { width: 10 };
const offset = { width: 14 };
const hidden = { hidden: true };

const head = (type = 'Tidepool Data Type'): Row[] => [
  ['Zulu Time', 'time', date],
  ['Local Time', 'localTime', date],
  ['Device Time', 'deviceTime', date],
  [type, 'type', { width: 15 }],
];
const offsets: Row[] = [
  ['Timezone Offset', 'timezoneOffset', offset],
  ['Conversion Offset', 'conversionOffset', offset],
];
const ids: Row[] = [
  ...offsets,
  ['Clock Drift Offset', 'clockDriftOffset', offset],
  ['Device Id', 'deviceId'],
  ['Id', 'id'],
  ['Upload Id', 'uploadId'],
];
const texts: Row[] = [
  ['Payload', 'payload'],
  ['Annotations', 'annotations'],
];
const pumpTail: Row[] = [
  ...ids,
  ['Bolus', 'bolus', hidden],
  ['Manufacturers', 'manufacturers', hidden],
  ['Model', 'model', hidden],
  ['Serial Number', 'serialNumber', hidden],
  ...texts,
  ['Basal', 'basal', hidden],
  ['Display', 'display', hidden],
];
const durations: Row[] = [
  ['Duration (mins)', 'duration', minutes],
  ['Expected Duration (mins)', 'expectedDuration', minutes],
];
const reading: Row[] = [
  ['Value', 'value', { ...narrow, ...glucose }],
  ['Units', 'units', narrow],
];
const subType: Row = ['Sub Type', 'subType'];

const sheet = (...columns: Row[]): Row[] => [...head(), ...columns, ...ids, ...texts];
const schedule = (...columns: Row[]): Row[] => [
  ...head(),
  ['Active Schedule', 'activeSchedule'],
  ['Schedule Name', 'scheduleName'],
  ...columns,
  ...pumpTail,
];

const sheets: Record<string, Row[]> = {
  Upload: [
    ...head().slice(0, 3),
    ['Computer Time', 'computerTime', date],
    ['Timezone', 'timezone'],
    ['Time Processing', 'timeProcessing'],
    ...head().slice(3),
    ['Version', 'version'],
    ['Device Serial Number', 'deviceSerialNumber'],
    ['Device Model', 'deviceModel'],
    ['Device Manufacturers', 'deviceManufacturers'],
    ['Device Tags', 'deviceTags'],
    ...offsets,
    ['Device Id', 'deviceId'],
    ['Id', 'id'],
    ['By User', 'byUser'],
    ['Upload Id', 'uploadId'],
    ...texts,
  ],
  Basal: sheet(
    ['Delivery Type', 'deliveryType'],
    ...durations,
    ['Rate', 'rate', narrow],
    ['Percent', 'percent', narrow],
    ['Schedule Name', 'scheduleName'],
    ['Suppressed Schedule Name', 'suppressed.scheduleName'],
    ['Suppressed Delivery Type', 'suppressed.deliveryType'],
    ['Suppressed Type', 'suppressed.type'],
    ['Suppressed Rate', 'suppressed.rate'],
  ),
  Bolus: sheet(
    subType,
    ...durations,
    ['Extended', 'extended'],
    ['Expected Extended', 'expectedExtended'],
    ['Normal', 'normal'],
    ['Expected Normal', 'expectedNormal'],
  ),
  'Blood Ketone': sheet(['Value', 'value', { ...narrow, format: '0.00' }], ['Units', 'units', narrow]),
  CGM: sheet(...reading),
  SMBG: sheet(subType, ...reading),
  'Bolus Calculator': [
    ...head('Tidepool Wizard Type'),
    ['Bg Input', 'bgInput', glucose],
    ['Insulin Sensitivity', 'insulinSensitivity', glucose],
    ['Carb Input', 'carbInput'],
    ['Insulin Carb Ratio', 'insulinCarbRatio'],
    ['Insulin On Board', 'insulinOnBoard'],
    ['Bolus', 'bolus'],
    ['Units', 'units', narrow],
    ['Recommended Carb', 'recommended.carb'],
    ['Recommended Correction', 'recommended.correction'],
    ['Recommended Net', 'recommended.net'],
    ['BG Target', 'bgTarget.target', glucose],
    ['BG Target High', 'bgTarget.high', glucose],
    ['BG Target Low', 'bgTarget.low', glucose],
    ['BG Target Range Setting', 'bgTarget.range', glucose],
    ...ids,
    ...texts,
  ],
  Food: sheet(['Name', 'name'], ['Nutrition', 'nutrition']),
  'Physical Activity': sheet(
    ['Name', 'name'],
    ['Distance', 'distance'],
    ['Duration', 'duration', { width: 20, format: '[h]:mm:ss' }],
    ['Energy', 'energy'],
    ['Reported Intensity', 'reportedIntensity'],
  ),
  'Device Event': sheet(
    subType,
    ['Alarm Type', 'alarmType'],
    ...reading,
    ...durations,
    ['Change From', 'change.from'],
    ['Change To', 'change.to'],
    ['Change Agent', 'change.agent'],
    ['From', 'from'],
    ['To', 'to'],
    ['Status', 'status'],
    ['Prime Target', 'primeTarget'],
    ['Volume', 'volume'],
    ['Reason Suspended', 'reason.suspended'],
    ['Reason Resumed', 'reason.resumed'],
  ),
  'BG Targets': schedule(
    ['BG Target Start', 'bgTarget.start', timeOfDay],
    ['BG Low Target Setting', 'bgTarget.low', glucose],
    ['BG High Target Setting', 'bgTarget.high', glucose],
    ['BG Target Setting', 'bgTarget.target', glucose],
    ['BG Target Range Setting', 'bgTarget.range', glucose],
    ['BG Units', 'units.bg'],
    ['Carb Units', 'units.carb', hidden],
  ),
  'Carb Ratios': schedule(
    ['Carb Ratio Start', 'carbRatio.start', timeOfDay],
    ['Carb Ratio Amount', 'carbRatio.amount'],
    ['BG Units', 'units.bg', hidden],
    ['Carb Units', 'units.carb'],
  ),
  'Insulin Sensitivities': schedule(
    ['Insulin Sensitivity Start', 'insulinSensitivity.start', timeOfDay],
    ['Insulin Sensitivity Amount', 'insulinSensitivity.amount', glucose],
    ['BG Units', 'units.bg'],
    ['Carb Units', 'units.carb', hidden],
  ),
  'Basal Schedules': schedule(
    ['Basal Schedule Start', 'basalSchedule.start', timeOfDay],
    ['Basal Schedule Rate', 'basalSchedule.rate'],
  ),
};

/** Name of the sheet by exported type. */
const sheetOfType: Record<string, string> = {
  upload: 'Upload',
  basal: 'Basal',
  bolus: 'Bolus',
  bloodKetone: 'Blood Ketone',
  cbg: 'CGM',
  smbg: 'SMBG',
  wizard: 'Bolus Calculator',
  food: 'Food',
  physicalActivity: 'Physical Activity',
  deviceEvent: 'Device Event',
  'pumpSettings.bgTarget': 'BG Targets',
  'pumpSettings.bgTargets': 'BG Targets',
  'pumpSettings.carbRatio': 'Carb Ratios',
  'pumpSettings.carbRatios': 'Carb Ratios',
  'pumpSettings.insulinSensitivity': 'Insulin Sensitivities',
  'pumpSettings.insulinSensitivities': 'Insulin Sensitivities',
  'pumpSettings.basalSchedules': 'Basal Schedules',
};

/** The sheet with this type; undefined for none. */
export const findSheet = (type: unknown): string | undefined => sheetOfType[String(type)];

/** Names of all sheets with records. */
export const sheetNames = Object.keys(sheets);

/** The columns of a sheet, with the number format of glucose values. */
export const listColumns = (name: string, glucoseFormat: string): ExpectedColumn[] =>
  (sheets[name] ?? []).map(([header, field, more]) => ({
    ...{ header, field, width: 22, format: 'General', hidden: false },
    ...more,
    ...(more?.format === 'glucose' && { format: glucoseFormat }),
  }));
