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
  nickname?: string;
  alertsConfig?: object;
}

/** A set of permissions as stored and sent: a key for each. */
const toSet = (permissions: readonly Permission[]): Record<string, object> =>
  Object.fromEntries(permissions.map((permission) => [permission, {}]));

/** The stored content of an invitation from person to person. */
export const personContext = ({ permissions, nickname, alertsConfig }: InvitationContext): object => ({
  permissions: toSet(permissions),
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
