import { In, type EntityManager } from 'typeorm';
import type { ClientConsents } from '../../auth/ports';
import type { SessionEntity } from '../../auth/session.entity';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { scopeNames } from '../scope';
import { ClientConsentEntity } from './client-consent.entity';
import { GrantEntity } from './grant.entity';
import type { GrantService } from './grant.service';

/** What a person has consented to, or is asked for. */
interface Consent {
  userId: string;
  clientId: string;
  scope: string;
}

/** Consents of people to third-party clients. */
export class ClientConsentService implements ClientConsents {
  constructor(
    private readonly database: Database,
    private readonly grants: GrantService,
  ) {}

  /** Whether the person has consented to every part of the scope for the client; by default outside of transactions. */
  async covers(
    { userId, clientId, scope }: Consent,
    manager: EntityManager = this.database.reader,
  ): Promise<boolean> {
    const given = await manager.findBy(ClientConsentEntity, { userId, clientId });
    const names = new Set(given.map(({ scopeName }) => scopeName));
    return scopeNames(scope).every((name) => names.has(name));
  }

  /** Stores the consent of a person to a scope for a client, in addition to earlier ones. */
  async remember(manager: EntityManager, { userId, clientId, scope }: Consent): Promise<void> {
    const time = { givenTime: now() };
    const given = scopeNames(scope).map((scopeName) => ({ userId, clientId, scopeName, ...time }));
    await manager.upsert(ClientConsentEntity, given, ['userId', 'clientId', 'scopeName']);
  }

  async withdrawAll(manager: EntityManager, userId: string, goingOn: string | null): Promise<void> {
    const given = await manager.findBy(ClientConsentEntity, { userId });
    const all = [...new Set(given.map(({ clientId }) => clientId))];
    await this.withdraw(manager, userId, all, (id) => id === goingOn);
  }

  async withdrawInSession(
    manager: EntityManager,
    { userId, id: sessionId, clientId }: Pick<SessionEntity, 'userId' | 'id' | 'clientId'>,
  ): Promise<void> {
    const grants = await manager.findBy(GrantEntity, { userId, sessionId });
    const clientIds = new Set(grants.map((grant) => grant.clientId));
    // A client may have started the session without exchanging its code.
    if (clientId !== null) clientIds.add(clientId);
    const consented = { userId, clientId: In([...clientIds]) };
    const given = await manager.findBy(ClientConsentEntity, consented);
    const all = [...new Set(given.map((consent) => consent.clientId))];
    await this.withdraw(manager, userId, all, (id) => id !== sessionId);
  }

  /** Ends what the clients have got with the consents, too, in all sessions. */
  private async withdraw(
    manager: EntityManager,
    userId: string,
    clientIds: string[],
    goesOn: (sessionId: string) => boolean,
  ): Promise<void> {
    if (clientIds.length === 0) return;
    await manager.delete(ClientConsentEntity, { userId, clientId: In(clientIds) });
    await this.grants.endWithin(manager, userId, clientIds, goesOn);
  }
}
