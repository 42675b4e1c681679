import { now } from '../../clock';
import type { Database } from '../../database/database';
import { scopeNames } from '../scope';
import { ClientConsentEntity } from './client-consent.entity';

/** What people have allowed the clients of others to get. */
export class ClientConsentService {
  constructor(private readonly database: Database) {}

  /** True when the person has allowed the client every name of the scope. */
  async covers(userId: string, clientId: string, scope: string): Promise<boolean> {
    const given = await this.database.reader.findBy(ClientConsentEntity, { userId, clientId });
    const names = new Set(given.map(({ scopeName }) => scopeName));
    return scopeNames(scope).every((name) => names.has(name));
  }

  /** Remembers that the person has allowed the client this scope, beside what they have allowed before. */
  async remember(userId: string, clientId: string, scope: string): Promise<void> {
    const time = { givenTime: now() };
    const given = scopeNames(scope).map((scopeName) => ({ userId, clientId, scopeName, ...time }));
    await this.database.transaction((manager) =>
      manager.upsert(ClientConsentEntity, given, ['userId', 'clientId', 'scopeName']),
    );
  }
}
