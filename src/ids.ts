import { randomBytes, randomUUID } from 'node:crypto';

/** Id of a new account: UUID version 4, lower-case. */
export const newUserId = (): string => randomUUID();

/** Id of a record, data set, blob or session: 128 random bits as 32 lower-case hex characters. */
export const newRecordId = (): string => randomBytes(16).toString('hex');

/** Unguessable key of a mail link: 24 random bytes, base64url, 32 characters. */
export const newSecretKey = (): string => randomBytes(24).toString('base64url');

const userIdPattern = /^([0-9a-f]{10}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** True for an account id: ten hexadecimal characters (old accounts) or a UUID. */
export const isUserId = (text: string): boolean => userIdPattern.test(text);
