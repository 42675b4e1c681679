import type { EntityManager } from 'typeorm';
import type { SessionEntity } from './session.entity';

/** Withdraws consents of accounts to third-party clients, which otherwise get new sessions without asking. */
export interface ClientConsents {
  /** Withdraws all consents of an account, whose sessions end except one. */
  withdrawAll(manager: EntityManager, userId: string, goingOn: string | null): Promise<void>;
  /** Withdraws the consents to the clients that have taken part in a session, which ends. */
  withdrawInSession(
    manager: EntityManager,
    session: Pick<SessionEntity, 'userId' | 'id' | 'clientId'>,
  ): Promise<void>;
}

/** Knows the clients of the token service. */
export interface ServerClients {
  /** Whether a client is registered as a trusted server now. */
  isServer(clientId: string): boolean;
}
