import type { Permission } from '../identity/permission';

/** A clinic's record of an account, with the permissions of all members. */
export interface ClinicRecord {
  userId: string;
  permissions: readonly Permission[];
}

/** The subjects of an access: accounts, some as records of a clinic; null for none. */
export type Subjects = string | ClinicRecord | readonly (string | ClinicRecord)[] | null;
