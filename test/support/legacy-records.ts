import type { SentRecord } from './records';
import { at } from './records';

/** Common fields of records on the legacy upload route. */
const common = {
  deviceId: 'pump',
  uploadId: 'upid_0123456789ab',
  deviceTime: '2024-05-06T02:00:00',
  time: at(0),
};

/** A reading of a sensor. */
export const legacyCbg = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'cbg', units: 'mmol/L', value: 5.5 },
  ...fields,
});

/** A reading of a meter. */
export const legacySmbg = (fields: SentRecord = {}): SentRecord => legacyCbg({ type: 'smbg', ...fields });

/** Basal insulin by the programmed schedule. */
export const legacyBasal = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'basal', deliveryType: 'scheduled', rate: 0.5, duration: 3_600_000 },
  ...fields,
});

/** A normal bolus. */
export const legacyBolus = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'bolus', subType: 'normal', normal: 2 },
  ...fields,
});

/** A pump suspends delivery. */
export const suspension = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'deviceEvent', subType: 'status', status: 'suspended', reason: { suspended: 'manual' } },
  ...fields,
});

/** A pump resumes delivery. */
export const resumption = (fields: SentRecord = {}): SentRecord =>
  suspension({ status: 'resumed', reason: { resumed: 'automatic' }, ...fields });

/** The upload record that an uploader sends before records. */
export const announcement = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  type: 'upload',
  computerTime: '2024-05-06T02:00:00',
  timezone: 'Europe/Berlin',
  byUser: 'somebody',
  deviceTags: ['insulin-pump'],
  deviceManufacturers: ['Insulet'],
  deviceModel: 'Dash',
  deviceSerialNumber: '1',
  timeProcessing: 'none',
  version: 'desktop-uploader 2.60.0',
  ...fields,
});
