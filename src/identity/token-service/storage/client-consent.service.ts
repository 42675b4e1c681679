import { In, type EntityManager } from 'typeorm';
import type { ClientConsents } from '../../auth/ports';
import type { SessionEntity } from '../../auth/session.entity';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { scopeNames } from '../scope';
import { ClientConsentEntity } from './client-consent.entity';
import { GrantEntity } from './grant.entity';

/** Consents of people to third-party clients. */
export class ClientConsentService implements ClientConsents {
  constructor(private readonly database: Database) {}

  /** Whether the person has consented to every part of the scope for the client. */
  async covers(userId: string, clientId: string, scope: string): Promise<boolean> {
    const given = await this.database.reader.findBy(ClientConsentEntity, { userId, clientId });
    const names = new Set(given.map(({ scopeName }) => scopeName));
    return scopeNames(scope).every((name) => names.has(name));
  }

  /** Stores the consent of a person to a scope for a client, in addition to earlier ones. */
  async remember(userId: string, clientId: string, scope: string): Promise<void> {
    const time = { givenTime: now() };
    const given = scopeNames(scope).map((scopeName) => ({ userId, clientId, scopeName, ...time }));
    await this.database.transaction((manager) =>
      manager.upsert(ClientConsentEntity, given, ['userId', 'clientId', 'scopeName']),
    );
  }

  async withdrawAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(ClientConsentEntity, { userId });
  }

  async withdrawInSession(
    manager: EntityManager,
    { userId, id: sessionId, clientId }: Pick<SessionEntity, 'userId' | 'id' | 'clientId'>,
  ): Promise<void> {
    const grants = await manager.findBy(GrantEntity, { userId, sessionId });
    const clientIds = new Set(grants.map((grant) => grant.clientId));
    // A client may have started the session without exchanging its code.
    if (clientId !== null) clientIds.add(clientId);
    if (clientIds.size > 0)
      await manager.delete(ClientConsentEntity, { userId, clientId: In([...clientIds]) });
  }
}
