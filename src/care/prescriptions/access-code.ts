import { randomInt } from 'node:crypto';

/** Without what is easily mistaken for something else: I, O, 0 and 1. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 6;
const pattern = new RegExp(`^[${letters}]{${length}}$`);

/** A code by which a patient claims a prescription, drawn at random. */
export const newAccessCode = (): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Whether a text can be an access code at all. */
export const isAccessCode = (text: string): boolean => pattern.test(text);
