import { randomBytes, randomUUID } from 'node:crypto';

/** Id of a new account: UUID version 4, lower-case. */
export const newUserId = (): string => randomUUID();

/** Id of a record, data set, blob or session: 128 random bits as 32 lower-case hex characters. */
export const newRecordId = (): string => randomBytes(16).toString('hex');

/** Id of an entry of the record of access, of which one request makes many: a UUID version 4 in the same form. */
export const newEntryId = (): string => randomUUID().replaceAll('-', '');

/** Unguessable key of a mail link: 24 random bytes, base64url, 32 characters. */
export const newSecretKey = (): string => randomBytes(24).toString('base64url');

const userIdPattern = /^([0-9a-f]{10}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** True for an account id: ten hexadecimal characters (old accounts) or a UUID. */
export const isUserId = (text: string): boolean => userIdPattern.test(text);

const clinicIdPattern = /^[0-9a-f]{24}$/;

/** True for the id of a clinic, and of what belongs to one: 24 lower-case hex characters. */
export const isClinicId = (text: string): boolean => clinicIdPattern.test(text);

let lastMoment = 0;
let countInMoment = 0;

/**
 * Id of a clinic, and of what belongs to one: 24 lower-case hex characters that grow with the time of creation.
 * 48 bits of milliseconds, 12 bits that count within one, 36 random bits.
 *
 * @param time milliseconds since the epoch
 */
export function newClinicId(time: number): string {
  countInMoment = time === lastMoment ? countInMoment + 1 : 0;
  lastMoment = time;
  const moment = time.toString(16).padStart(12, '0');
  const count = (countInMoment % 0x1000).toString(16).padStart(3, '0');
  return `${moment}${count}${randomBytes(5).toString('hex').slice(1)}`;
}
