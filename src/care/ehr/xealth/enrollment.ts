import { isEmailAddress } from '../../../platform/rules/email-address';
import { isClinicId } from '../../../platform/ids';
import { objectIn, textIn, textsIn, type Json } from '../json-fields';
import { offeredConnections } from './forms';
import type { Enrollment } from './xealth-preorder.entity';

const nameless = 'The name of the parent or guardian is missing.';
const noAddress = 'The email address is missing or invalid.';

/** The content of a completed form, or the errors in it. */
export function toEnrollment(
  input: Json,
  isChild: boolean,
): { enrollment: Enrollment } | { wrong: string[] } {
  const who = objectIn(input, isChild ? 'guardian' : 'patient');
  const names = isChild ? ['firstName', 'lastName'].map((name) => textIn(who, name)?.trim() ?? '') : [];
  const email = textIn(who, 'email')?.trim() ?? '';
  const wrong = [...(names.includes('') ? [nameless] : []), ...(isEmailAddress(email) ? [] : [noAddress])];
  if (wrong.length > 0) return { wrong };
  const connections = offeredConnections.filter((name) => objectIn(input, name).connect === true);
  const tagIds = [...new Set(textsIn(objectIn(input, 'tags'), 'ids').filter(isClinicId))];
  return { enrollment: { email: email.toLowerCase(), connections, tagIds } };
}
