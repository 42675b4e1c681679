import { findingAt, refuse } from '../rules/finding';

/** What can be granted on an account. `root` is the owner and is never stored. */
export const grantablePermissions = ['custodian', 'view', 'upload', 'note', 'follow'] as const;

export type Permission = (typeof grantablePermissions)[number];

/** The owner's own standing beside what can be granted. */
export type EffectivePermission = Permission | 'root';

/** The permissions, if they can be granted. Throws on ownership, which nobody can give away. */
export function grantable(permissions: readonly EffectivePermission[]): Permission[] {
  const kept = permissions.filter((permission) => permission !== 'root');
  if (kept.length < permissions.length)
    refuse([findingAt('/permissions', ['value-not-allowed', 'Nobody can be made the owner of an account.'])]);
  return kept;
}
