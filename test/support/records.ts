/** A record as a device sends it. */
export type SentRecord = Record<string, unknown>;

/** The instant `minutes` after 2024-05-06T00:00:00Z. */
export const at = (minutes: number): string =>
  new Date(Date.parse('2024-05-06T00:00:00Z') + minutes * 60_000).toISOString();

/** A time for records whose time does not matter. */
const someTime = at(0);

/** A sensor reading. */
export const cbg = (fields: SentRecord = {}): SentRecord => ({
  type: 'cbg',
  time: someTime,
  units: 'mmol/L',
  value: 5.5,
  ...fields,
});

/** A reading of a blood glucose meter. */
export const smbg = (fields: SentRecord = {}): SentRecord => cbg({ type: 'smbg', ...fields });

/** A normal bolus. */
export const bolus = (fields: SentRecord = {}): SentRecord => ({
  type: 'bolus',
  subType: 'normal',
  time: someTime,
  normal: 2,
  ...fields,
});

/** A bolus calculation. */
export const wizard = (fields: SentRecord = {}): SentRecord => ({
  type: 'wizard',
  time: someTime,
  units: 'mg/dL',
  carbInput: 30,
  ...fields,
});

/** Basal insulin by the programmed schedule. */
export const basal = (fields: SentRecord = {}): SentRecord => ({
  type: 'basal',
  deliveryType: 'scheduled',
  time: someTime,
  duration: 3_600_000,
  rate: 0.5,
  ...fields,
});

/** A meal. */
export const food = (fields: SentRecord = {}): SentRecord => ({ type: 'food', time: someTime, ...fields });

/** A decision of an automated system, with its reason. */
export const decision = (reason: string, time = someTime): SentRecord => ({
  ...{ type: 'dosingDecision', time, reason },
  units: { bg: 'mg/dL', carb: 'grams', insulin: 'Units' },
});
