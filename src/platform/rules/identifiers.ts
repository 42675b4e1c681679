import { isClinicId, isUserId } from '../ids';
import type { Check } from './check';
import { optional, refuse } from './finding';
import { quoted } from './texts';

/** An account id, whether the account exists or not. */
export const accountId: Check<string> = (value) =>
  isUserId(value) ? undefined : ['value-not-valid', `${quoted(value)} is not an account id.`];

/** The id of a clinic, or of its parts. */
export const clinicId: Check<string> = (value) =>
  isClinicId(value)
    ? undefined
    : ['value-not-valid', `${quoted(value)} is not an id of 24 lower-case hexadecimal characters.`];

/** Throws when a field is not an account id; it does not check that the account exists. */
export const assertAccountId = (field: string, id: string | undefined): void =>
  refuse(optional(`/${field}`, id, accountId));

/** Length of the longest ids, UUIDs. */
const longestId = 36;

/** Throws when a text is longer than any id: ids of other services need not be known here. */
export const assertShortId = (field: string, id: string | undefined): void =>
  refuse(
    optional(`/${field}`, id, (value) =>
      value.length <= longestId
        ? undefined
        : ['length-out-of-range', `It has ${value.length} characters; ids have at most ${longestId}.`],
    ),
  );
