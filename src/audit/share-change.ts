/**
 * How a share of an account was changed: with another account, or with a clinic of which it is a patient. With nothing
 * held before it began, with nothing after it ended.
 */
export interface ShareChange {
  /** The account that the data are shared with; null for a clinic. */
  memberId: string | null;
  /** The clinic that the data are shared with; absent for an account. */
  clinicId?: string;
  before: string[];
  after: string[];
}
