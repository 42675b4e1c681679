/** What can be granted on an account. `root` is the owner and is never stored. */
export const grantablePermissions = ['custodian', 'view', 'upload', 'note', 'follow'] as const;

export type Permission = (typeof grantablePermissions)[number];

/** The owner's own standing beside what can be granted. */
export type EffectivePermission = Permission | 'root';
