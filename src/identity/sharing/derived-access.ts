import type { EntityManager } from 'typeorm';

/** A part of a statement. */
export interface SqlPart {
  sql: string;
  parameters: string[];
}

/** Permissions from a source other than a share, such as work in a clinic. */
export interface DerivedAccess {
  /**
   * A SELECT of `owner_id`, `user_id`, `permissions` (a JSON array) and 1 for each reason why one of the users may
   * access one of the owners.
   */
  permissionsBetween(ownerIds: readonly string[], userIds: readonly string[]): SqlPart;
  /** Ends all custody of an account that its owner has claimed. */
  endCustody(manager: EntityManager, userId: string): Promise<void>;
}
