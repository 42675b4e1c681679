import type { Permission } from '../permission';
import { permissionsAmong } from '../sharing/sharing.service';

/** The content of an invitation. */
export interface InvitationContext {
  /** Permissions of the invited person after accepting. */
  permissions: Permission[];
  /** The inviter's name for the invited person. */
  nickname?: string;
  /** Initial alert settings of the invited person; only with `follow`. */
  alertsConfig?: object;
}

interface StoredContext {
  permissions?: Record<string, unknown> | null;
  /** Those of `permissions` that the invitation asks for; the member held the others when it was sent. */
  requested?: Record<string, unknown>;
  nickname?: string;
  alertsConfig?: object;
}

/** A set of permissions as stored and sent: a key for each. */
const toSet = (permissions: readonly Permission[]): Record<string, object> =>
  Object.fromEntries(permissions.map((permission) => [permission, {}]));

/**
 * The stored content of an invitation from person to person.
 *
 * @param requested the permissions that the invitation asks for
 */
export const personContext = (
  { permissions, nickname, alertsConfig }: InvitationContext,
  requested: readonly Permission[],
): object => ({
  permissions: toSet(permissions),
  requested: toSet(requested),
  ...(nickname !== undefined && { nickname }),
  ...(alertsConfig !== undefined && { alertsConfig }),
});

/** Reads either format, and the legacy one with the permissions next to the rest. */
export function readContext(context: object | null): InvitationContext {
  const { permissions, nickname, alertsConfig, ...rest } = (context ?? {}) as StoredContext;
  return {
    permissions: permissionsAmong(Object.keys(permissions ?? rest)),
    ...(nickname !== undefined && { nickname }),
    ...(alertsConfig !== undefined && { alertsConfig }),
  };
}

/** The permissions that an invitation adds. Earlier releases stored them together with those held already. */
export function requestedPermissions(context: object | null): Permission[] {
  const { requested } = (context ?? {}) as StoredContext;
  return requested ? permissionsAmong(Object.keys(requested)) : readContext(context).permissions;
}
