import type { AlertsConfig } from '../alerts/alerts-config';
import type { Permission } from '../sharing/permission';
import { permissionsAmong } from '../sharing/sharing.service';

/** What somebody is invited to. */
export interface InvitationContext {
  /** What the invited person may do once they have accepted. */
  permissions: Permission[];
  /** What the inviter calls the invited person. */
  nickname?: string;
  /** The alerts that the invited person gets to begin with; only together with `follow`. */
  alertsConfig?: AlertsConfig;
}

interface StoredContext {
  permissions?: Record<string, unknown> | null;
  nickname?: string;
  alertsConfig?: AlertsConfig;
}

/** A set of permissions as it is kept and sent: a key for each. */
const toSet = (permissions: readonly Permission[]): Record<string, object> =>
  Object.fromEntries(permissions.map((permission) => [permission, {}]));

/** What is kept of an invitation from person to person. */
export const personContext = ({ permissions, nickname, alertsConfig }: InvitationContext): object => ({
  permissions: toSet(permissions),
  ...(nickname !== undefined && { nickname }),
  ...(alertsConfig !== undefined && { alertsConfig }),
});

/** What is kept of an invitation of a clinic: the bare permissions. */
export const clinicContext = (permissions: readonly Permission[]): object => toSet(permissions);

/** Either form, and that of old, in which the permissions stand beside the rest. */
export function readContext(context: object | null): InvitationContext {
  const { permissions, nickname, alertsConfig, ...rest } = (context ?? {}) as StoredContext;
  return {
    permissions: permissionsAmong(Object.keys(permissions ?? rest)),
    ...(nickname !== undefined && { nickname }),
    ...(alertsConfig !== undefined && { alertsConfig }),
  };
}
