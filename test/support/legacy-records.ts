import type { SentRecord } from './records';
import { at } from './records';

/** What every record of the old upload route says of itself. */
const common = {
  deviceId: 'pump',
  uploadId: 'upid_0123456789ab',
  deviceTime: '2024-05-06T02:00:00',
  time: at(0),
};

/** A reading of a sensor. */
export const oldCbg = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'cbg', units: 'mmol/L', value: 5.5 },
  ...fields,
});

/** A reading of a meter. */
export const oldSmbg = (fields: SentRecord = {}): SentRecord => oldCbg({ type: 'smbg', ...fields });

/** Background insulin by the programmed schedule. */
export const oldBasal = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'basal', deliveryType: 'scheduled', rate: 0.5, duration: 3_600_000 },
  ...fields,
});

/** A bolus that was given at once. */
export const oldBolus = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'bolus', subType: 'normal', normal: 2 },
  ...fields,
});

/** A pump stopped delivering. */
export const suspension = (fields: SentRecord = {}): SentRecord => ({
  ...common,
  ...{ type: 'deviceEvent', subType: 'status', status: 'suspended', reason: { suspended: 'manual' } },
  ...fields,
});

/** A pump delivers again. */
export const resumption = (fields: SentRecord = {}): SentRecord =>
  suspension({ status: 'resumed', reason: { resumed: 'automatic' }, ...fields });

/** What an uploader says before it sends records. */
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
