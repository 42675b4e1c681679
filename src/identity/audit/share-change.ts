/**
 * A change to a share with another account, or with a clinic that has the account as a patient. A new share has no
 * permissions before, an ended one none after.
 */
export interface ShareChange {
  /** The account that data is shared with; null for a clinic. */
  memberId: string | null;
  /** The clinic that data is shared with; absent for an account. */
  clinicId?: string;
  before: string[];
  after: string[];
}
