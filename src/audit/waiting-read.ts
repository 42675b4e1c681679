import type { AccessColumns } from './access-columns';

/** What somebody did, apart from whose data it was about. The same object stands for all whom one list shows. */
export type Access = Readonly<AccessColumns>;

/** An entry that is not stored yet. Until it is taken to be stored, more may turn out to have been read. */
export interface WaitingRead {
  /** Of the entry; the same however often it is tried to store it. */
  readonly id: string;
  readonly subjectId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  access: Access;
}
