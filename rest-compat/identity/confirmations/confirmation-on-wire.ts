import { isoTime } from '../../../src/platform/clock';

/** Milliseconds since the epoch, or their text. */
type Instant = number | string;

/** Who asks, from the graph or from a list of its resolvers. */
interface ShownCreator {
  userId?: string | null;
  profile?: object | null;
  clinicName?: string | null;
}

/** What all confirmations have in common. */
interface ShownConfirmation {
  key?: string | null;
  /** In any case. */
  status: string;
  email: string;
  clinicId?: string | null;
  createdTime: Instant;
  modifiedTime: Instant;
  expiresTime?: Instant | null;
  creator: ShownCreator;
}

interface ShownInvitation extends ShownConfirmation {
  /** In any case. */
  permissions: readonly string[];
  nickname?: string | null;
  alertsConfig?: object | null;
}

const instant = (time: Instant): string => (typeof time === 'number' ? isoTime(time) : time);

/** A confirmation under the names that clients know. They read `email`, `creator` and `modified` without looking. */
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

/** An invitation of a person or a clinic. Some clients read the permissions as a set of their own, others beside the rest. */
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
