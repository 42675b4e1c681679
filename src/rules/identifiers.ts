import { isClinicId, isUserId } from '../ids';
import type { Check } from './check';
import { optional, refuse } from './finding';
import { quoted } from './texts';

/** An account, whether there is one or not. */
export const accountId: Check<string> = (value) =>
  isUserId(value) ? undefined : ['value-not-valid', `${quoted(value)} is not the id of an account.`];

/** A clinic, or what belongs to one. */
export const clinicId: Check<string> = (value) =>
  isClinicId(value)
    ? undefined
    : ['value-not-valid', `${quoted(value)} has not 24 lower-case hexadecimal characters.`];

/** Throws when a field does not name an account; whether there is one is another question. */
export const assertAccountId = (field: string, id: string | undefined): void =>
  refuse(optional(`/${field}`, id, accountId));

/** Characters of the longest ids that there are, UUIDs. */
const longestId = 36;

/** Throws when a text is longer than any id: what other services name need not be known here. */
export const assertShortId = (field: string, id: string | undefined): void =>
  refuse(
    optional(`/${field}`, id, (value) =>
      value.length <= longestId
        ? undefined
        : ['length-out-of-range', `It has ${value.length} characters, and ids have at most ${longestId}.`],
    ),
  );
