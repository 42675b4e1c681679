import { randomInt } from 'node:crypto';

/** Without characters that are easily confused: I, O, 0 and 1. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 6;
const pattern = new RegExp(`^[${letters}]{${length}}$`);

/** A random code with which a patient claims a prescription. */
export const newAccessCode = (): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Whether a text has the form of an access code. */
export const isAccessCode = (text: string): boolean => pattern.test(text);
