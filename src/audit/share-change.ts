/** How a share of an account was changed; with nothing held before it began, with nothing after it ended. */
export interface ShareChange {
  /** The account that the data are shared with. */
  memberId: string;
  before: string[];
  after: string[];
}
