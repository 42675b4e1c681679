import { randomBytes, randomUUID } from 'node:crypto';

/** Id of a new account: UUID version 4, lower-case. */
export const newUserId = (): string => randomUUID();

/** Id of a record, data set, blob or session: 128 random bits as 32 lower-case hex characters. */
export const newRecordId = (): string => randomBytes(16).toString('hex');

/** Id of an access log entry, of which a request may create many: a UUID version 4 in the same form. */
export const newEntryId = (): string => randomUUID().replaceAll('-', '');

/** Unguessable key of a mail link: 24 random bytes, base64url, 32 characters. */
export const newSecretKey = (): string => randomBytes(24).toString('base64url');

const userIdPattern = /^([0-9a-f]{10}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Whether a text is an account id: ten hexadecimal characters (legacy accounts) or a UUID. */
export const isUserId = (text: string): boolean => userIdPattern.test(text);

const clinicIdPattern = /^[0-9a-f]{24}$/;

/** Whether a text is the id of a clinic or its parts: 24 lower-case hex characters. */
export const isClinicId = (text: string): boolean => clinicIdPattern.test(text);

let lastMoment = 0;
let countInMoment = 0;

/**
 * Id of a clinic or its parts: 24 lower-case hex characters in order of creation. 48 bits of milliseconds, a 12-bit
 * counter, 36 random bits.
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
