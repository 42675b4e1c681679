import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { newRecordId } from '../../platform/ids';
import { DataSourceEntity } from './data-source.entity';
import type { ProviderSessionEntity } from './provider-session.entity';

/** The provider of a linked source; null if it is not linked. */
export const linkedProvider = (type: string, name: string): string => `${type}:${name}`;

/** The state of a source without a session. */
export const disconnected = {
  state: 'disconnected' as const,
  providerSessionId: null,
  linkedProvider: null,
  error: null,
};

/** A new source without details. */
export function newSource(userId: string, providerType: 'oauth', providerName: string): DataSourceEntity {
  return Object.assign(new DataSourceEntity(), {
    userId,
    id: newRecordId(),
    providerType,
    providerName,
    ...disconnected,
    providerExternalId: null,
    metadata: null,
    dataSetIds: [],
    earliestDataTime: null,
    latestDataTime: null,
    lastImportTime: null,
    createdTime: now(),
    modifiedTime: null,
    revision: 0,
  });
}

/** Changes some sources and increments their revisions. */
export async function changeSources(
  manager: EntityManager,
  sources: readonly DataSourceEntity[],
  changes: Partial<DataSourceEntity>,
): Promise<void> {
  for (const source of sources) {
    const { userId, id, revision } = source;
    const set = { ...changes, modifiedTime: now() };
    // Counted by the database, because providers upload without locking the account.
    const counted = { ...set, revision: () => 'revision + 1' };
    await manager.update(DataSourceEntity, { userId, id }, counted);
    Object.assign(source, set, { revision: revision + 1 });
  }
}

/**
 * Links the newest source of the provider, or a new one, to a session; its other sources are disconnected first. The
 * account is locked, so nobody else can link one at the same time.
 */
export async function connectSource(
  manager: EntityManager,
  session: ProviderSessionEntity,
): Promise<DataSourceEntity> {
  const { userId, type, name, externalId } = session;
  const sources = await manager.find(DataSourceEntity, {
    where: { userId, providerType: type, providerName: name },
    order: { createdTime: 'DESC', id: 'DESC' },
  });
  const linked = sources.slice(1).filter(({ state }) => state !== 'disconnected');
  await changeSources(manager, linked, disconnected);
  const connected = {
    state: 'connected' as const,
    providerSessionId: session.id,
    linkedProvider: linkedProvider(type, name),
    error: null,
    ...(externalId !== '' && { providerExternalId: externalId }),
  };
  const [newest] = sources;
  if (newest) {
    await changeSources(manager, [newest], connected);
    return newest;
  }
  const source = Object.assign(newSource(userId, type, name), connected);
  await manager.insert(DataSourceEntity, source);
  return source;
}

/** Unlinks the sources of ended sessions; imported data stays. */
export async function disconnectSources(
  manager: EntityManager,
  userId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const linked = await manager.findBy(DataSourceEntity, { userId, providerSessionId: In([...sessionIds]) });
  await changeSources(manager, linked, disconnected);
}
