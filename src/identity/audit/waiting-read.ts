import type { AccessColumns } from './access-columns';

/** An action, without its subject. All accounts shown by one list share the same object. */
export type Access = Readonly<AccessColumns>;

/** An entry not stored yet. Until it is taken for storage, further fields can be added. */
export interface WaitingRead {
  /** Id of the entry, the same for all attempts to store it. */
  readonly id: string;
  readonly subjectId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  access: Access;
}
