import type { EntityManager } from 'typeorm';

/** Provides the names of clinics. */
export interface ClinicNames {
  /** Null if the clinic does not exist. */
  findName(manager: EntityManager, clinicId: string): Promise<string | null>;
}

/** Ends sessions. */
export interface SessionEnder {
  /** Ends all sessions of an account except one, and all log-ins in progress. */
  endOthers(manager: EntityManager, userId: string, goingOn: string | null): Promise<void>;
}

/** Removes links of accounts to identity providers. */
export interface ProviderLinks {
  unlinkAll(manager: EntityManager, userId: string): Promise<void>;
}

/** Stores the alert settings of an accepted invitation. */
export interface FirstAlerts {
  configure(
    manager: EntityManager,
    pair: { followedId: string; followerId: string },
    config: object,
  ): Promise<unknown>;
}
