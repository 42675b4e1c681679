import { isEmailAddress } from '../../../platform/rules/email-address';
import { badInput } from '../../../platform/errors';
import { optional, refuse } from '../../../platform/rules/finding';
import { accountId } from '../../../platform/rules/identifiers';
import { line, quoted } from '../../../platform/rules/texts';
import { isClinicianRole } from './clinician-role';

const refusal = (pointer: string, detail: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

/** Throws when roles are invalid: at least one, without duplicates. */
export function assertClinicianRoles(roles: readonly string[]): void {
  if (roles.length === 0) throw refusal('/input/roles', 'At least one role is required.');
  if (new Set(roles).size < roles.length) throw refusal('/input/roles', 'A role is listed twice.');
  for (const role of roles) {
    if (!isClinicianRole(role)) throw refusal('/input/roles', `There is no role ${quoted(role)}.`);
  }
}

/** Throws when this is not an address. */
export function assertAddress(email: string): void {
  if (!isEmailAddress(email)) throw refusal('/input/email', `${quoted(email)} is not an email address.`);
}

/** A name must not be empty; it may be absent. */
export const assertClinicianName = (name: string | null | undefined): void =>
  refuse(optional('/name', name ?? undefined, line()));

/** Length of the column. */
const longestInviteId = 40;

interface Fields {
  userId?: string | null;
  inviteId?: string | null;
  email: string | null;
  name?: string | null;
  roles: readonly string[];
}

/**
 * Throws when a new member is invalid: either an account works in a clinic, or an address is invited. A service
 * account has no address.
 */
export function assertClinicianFields({ userId, inviteId, email, name, roles }: Fields): void {
  assertClinicianRoles(roles);
  assertClinicianName(name);
  if (email !== null && email !== '') assertAddress(email);
  if (!userId === !inviteId) throw badInput('Either an account or an invitation is required.');
  refuse(optional('/userId', userId || undefined, accountId));
  if (inviteId && inviteId.length > longestInviteId)
    throw refusal(
      '/input/inviteId',
      `The key of an invitation can have at most ${longestInviteId} characters.`,
    );
}
