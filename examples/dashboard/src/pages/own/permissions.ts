import type { Permission } from '@glycograph/client/operations';

const texts: Record<Permission, string> = {
  VIEW: 'sees data',
  UPLOAD: 'uploads data',
  NOTE: 'reads and writes notes',
  FOLLOW: 'gets alerts',
  CUSTODIAN: 'manages the account',
  OWNER: 'owns the account',
};

/** What somebody may do, in words. */
export const permissionText = (permissions: readonly Permission[]): string =>
  permissions.map((permission) => texts[permission]).join(', ');

/** What an invitation can grant. */
export const grantable = [
  ['VIEW', 'See my data'],
  ['NOTE', 'Read and write notes'],
  ['FOLLOW', 'Get alerts'],
  ['UPLOAD', 'Upload data for me'],
] as const satisfies readonly (readonly [Permission, string])[];
