import { badInput } from '../errors';
import { isClinicianRole } from './clinician-role';

/** RFC 5321. */
const longestAddress = 254;

/** True for what may be written as somebody's address in a clinic: something@something without blanks. */
export const isAddress = (text: string): boolean =>
  /^[^@\s]+@[^@\s]+$/.test(text) && text.toLowerCase().length <= longestAddress;

const refusal = (pointer: string, detail: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

/** Throws when these are no roles that somebody can have: at least one, none twice. */
export function assertClinicianRoles(roles: readonly string[]): void {
  if (roles.length === 0) throw refusal('/input/roles', 'At least one role is required.');
  if (new Set(roles).size < roles.length) throw refusal('/input/roles', 'A role is given twice.');
  for (const role of roles) {
    if (!isClinicianRole(role)) throw refusal('/input/roles', `There is no role "${role}".`);
  }
}

/** Throws when this is no address. */
export function assertAddress(email: string): void {
  if (!isAddress(email)) throw refusal('/input/email', `"${email}" is not an e-mail address.`);
}

/** Throws when somebody cannot be added like this. A service account has no address. */
export function assertClinicianFields({
  email,
  roles,
}: {
  email: string | null;
  roles: readonly string[];
}): void {
  assertClinicianRoles(roles);
  if (email !== null && email !== '') assertAddress(email);
}
