import { findingAt, refuse } from '../platform/rules/finding';

/** Permissions that can be granted on an account. `root` is the owner and is never stored. */
export const grantablePermissions = ['custodian', 'view', 'upload', 'note', 'follow'] as const;

export type Permission = (typeof grantablePermissions)[number];

/** A grantable permission, or that of the owner. */
export type EffectivePermission = Permission | 'root';

/** Returns the permissions if they can be granted. Throws on ownership, which cannot be granted. */
export function grantable(permissions: readonly EffectivePermission[]): Permission[] {
  const kept = permissions.filter((permission) => permission !== 'root');
  if (kept.length < permissions.length)
    refuse([findingAt('/permissions', ['value-not-allowed', 'Nobody can be made the owner of an account.'])]);
  return kept;
}
