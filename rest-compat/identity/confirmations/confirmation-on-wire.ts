import { isoTime } from '../../../src/platform/clock';

/** Milliseconds since the epoch, or a date-time text. */
type Instant = number | string;

/** The sender, from the graph or from a list of its resolvers. */
interface ShownCreator {
  userId?: string | null;
  profile?: object | null;
  clinicName?: string | null;
}

/** Common fields of all confirmations. */
interface ShownConfirmation {
  key?: string | null;
  /** Always present. */
  status: string;
  email: string;
  clinicId?: string | null;
  createdTime: Instant;
  modifiedTime: Instant;
  expiresTime?: Instant | null;
  creator: ShownCreator;
}

interface ShownInvitation extends ShownConfirmation {
  /** Always present. */
  permissions: readonly string[];
  nickname?: string | null;
  alertsConfig?: object | null;
}

const instant = (time: Instant): string => (typeof time === 'number' ? isoTime(time) : time);

/**
 * A confirmation in the form of clients, which read `email`, `creator` and `modified` without checking that they exist.
 */
export function confirmationOnWire(type: string, confirmation: ShownConfirmation, context: object | null) {
  const { key, status, email, clinicId, createdTime, modifiedTime, expiresTime, creator } = confirmation;
  const creatorId = creator.userId ?? '';
  return {
    ...(key != null && { key }),
    type,
    status: status.toLowerCase(),
    email,
    creatorId,
    creator: { userid: creatorId, profile: creator.profile ?? null },
    ...(clinicId != null && { clinicId }),
    context,
    created: instant(createdTime),
    modified: instant(modifiedTime),
    ...(expiresTime != null && { expiresAt: instant(expiresTime) }),
    restrictions: null,
  };
}

/**
 * An invitation to a person or a clinic. Some clients read the permissions as a separate set, others next to the other
 * fields.
 */
export function invitationOnWire(invitation: ShownInvitation) {
  const { permissions, nickname, alertsConfig, clinicId } = invitation;
  const bare = Object.fromEntries(permissions.map((permission) => [permission.toLowerCase(), {}]));
  const forPerson = {
    permissions: bare,
    ...bare,
    ...(nickname != null && { nickname }),
    ...(alertsConfig != null && { alertsConfig }),
  };
  return confirmationOnWire('careteam_invitation', invitation, clinicId == null ? forPerson : bare);
}
