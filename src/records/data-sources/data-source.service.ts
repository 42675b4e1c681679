import { withItems } from '../../platform/database/pages';
import type { Placed } from '../../platform/list-part';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { isoTime } from '../../platform/clock';
import { prepareObject } from '../../platform/validation/prepare-object';
import type { ObjectType } from '../../platform/validation/vocabulary';
import { invalidBody, invalidField } from '../../platform/validation/refusal';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { conflict, notFound } from '../../platform/errors';
import { changeSources, disconnected, linkedProvider, newSource } from './connections';
import { dataSourceBody, dataSourceUpdateBody } from './data-source-body';
import { assertError } from './data-source-error';
import { DataSourceEntity, type DataSourceState } from './data-source.entity';
import { listSourceIds, type DataSourceQuestion } from './list-data-sources';
import { ProviderSessionEntity } from './provider-session.entity';
import type { ProviderSessionService } from './provider-session.service';
import type { SourceNews } from './source-news';
import { declareCreated } from '../../platform/database/created';

interface NewDataSource extends SourceFacts {
  providerType: 'oauth';
  providerName: string;
}

/** The content of a body; instants are texts. */
interface SourceFacts {
  providerSessionId?: string;
  providerExternalId?: string;
  state?: DataSourceState;
  metadata?: object;
  error?: string | object;
  dataSetIds?: string[];
  dataSetId?: string;
  earliestDataTime?: string;
  latestDataTime?: string;
  lastImportTime?: string;
}

const unknownSource = () => notFound('There is no data source with this id.').about('id');

const linkedAlready = () =>
  conflict(
    'Another data source is already linked to this provider session, or to this provider for the account.',
  );

/** Connections of accounts to data providers. */
export class DataSourceService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: ProviderSessionService,
    private readonly news: SourceNews,
  ) {}

  /** Sources by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(DataSourceEntity | null)[]> => {
    const found = await this.database.reader.findBy(DataSourceEntity, { id: In([...ids]) });
    const byId = new Map(found.map((source) => [source.id, source]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** The sources of sessions, in the order of the sessions; null if there is none. For loaders. */
  readonly findOfSessions = async (sessionIds: readonly string[]): Promise<(DataSourceEntity | null)[]> => {
    const found = await this.database.reader.findBy(DataSourceEntity, {
      providerSessionId: In([...sessionIds]),
    });
    const bySession = new Map(found.map((source) => [source.providerSessionId, source]));
    return sessionIds.map((id) => bySession.get(id) ?? null);
  };

  /** The sources of an account, oldest first, in the transaction of a change. */
  async ofAccount(manager: EntityManager, userId: string): Promise<DataSourceEntity[]> {
    return manager.find(DataSourceEntity, { where: { userId }, order: { createdTime: 'ASC', id: 'ASC' } });
  }

  /** Pages of many accounts' sources, newest first, in the order of the requests. For loaders. */
  readonly lists = async (
    questions: readonly DataSourceQuestion[],
  ): Promise<Placed<DataSourceEntity>[][]> => {
    const pages = await listSourceIds(this.database.reader, questions);
    return withItems(pages, await this.findMany(pages.flat().map(({ id }) => id)));
  };

  /**
   * Creates a source from the body of a request. Throws every finding, when its session does not match, and when the
   * account already has a linked source of the provider.
   */
  async create(userId: string, body: unknown): Promise<DataSourceEntity> {
    const given = read(dataSourceBody, body) as NewDataSource;
    const { providerType, providerName, providerSessionId: sessionId } = given;
    assertStateFits(given);
    return this.inAccount(userId, async (manager) => {
      const source = newSource(userId, providerType, providerName);
      if (sessionId !== undefined) await this.assertSessionFits(manager, source, sessionId);
      const link = sessionId === undefined ? {} : linkTo(source, sessionId);
      Object.assign(source, link, toColumns(given), given.state && { state: given.state });
      await manager.insert(DataSourceEntity, source);
      if (source.state === 'error') await this.news.failed(manager, source);
      declareCreated(manager, source.id);
      return source;
    });
  }

  /**
   * Changes the given fields. Throws every finding, when the source does not exist or is no longer at this revision,
   * and when another source is already linked.
   */
  async update(id: string, body: unknown, revision?: number): Promise<DataSourceEntity> {
    const given = read(dataSourceUpdateBody, body);
    return this.inAccount(await this.findOwner(id), async (manager) => {
      const source = await this.at(manager, id, revision);
      if (Object.keys(given).length === 0) return source;
      if (given.providerSessionId !== undefined)
        await this.assertSessionFits(manager, source, given.providerSessionId);
      const { state: before } = source;
      const facts = toColumns(given);
      assertInOrder({ ...source, ...facts }, facts);
      await changeSources(manager, [source], { ...facts, ...transition(source, given) });
      if (source.state === 'error' && before !== 'error') await this.news.failed(manager, source);
      return source;
    });
  }

  /** Deletes a source and its provider session. Throws if it does not exist, or is no longer at this revision. */
  async delete(id: string, revision?: number): Promise<void> {
    await this.inAccount(await this.findOwner(id), async (manager) =>
      this.remove(manager, [await this.at(manager, id, revision)]),
    );
  }

  /**
   * Deletes the sources of an account that were created by a time, by default all, and their provider sessions. Returns
   * the ids of both.
   */
  async deleteAll(userId: string, createdBy = Number.MAX_SAFE_INTEGER): Promise<string[]> {
    const [account] = await this.accounts.findMany([userId]);
    if (!account) return [];
    return this.inAccount(userId, async (manager) => {
      const createdTime = LessThanOrEqual(createdBy);
      const sources = await manager.findBy(DataSourceEntity, { userId, createdTime });
      await this.remove(manager, sources);
      return sources.flatMap(({ id, providerSessionId }) =>
        providerSessionId === null ? [id] : [id, providerSessionId],
      );
    });
  }

  /** Deletes all sources and provider sessions of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.sessions.endAll(manager, userId);
      await manager.delete(DataSourceEntity, { userId });
    });
  }

  private async remove(manager: EntityManager, sources: readonly DataSourceEntity[]): Promise<void> {
    const [first] = sources;
    if (!first) return;
    const { userId } = first;
    const sessionIds = sources.map(({ providerSessionId }) => providerSessionId).filter((id) => id !== null);
    await this.sessions.endByIds(manager, userId, sessionIds);
    await manager.delete(DataSourceEntity, { userId, id: In(sources.map(({ id }) => id)) });
  }

  /** Changes to the sources and sessions of one account are serialized. */
  private async inAccount<T>(userId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(async (manager) => {
        await this.accounts.lock(manager, userId);
        const result = await work(manager);
        await this.news.changed(manager, userId);
        return result;
      });
    } catch (error) {
      throw isDuplicateKey(error) ? linkedAlready() : error;
    }
  }

  private async findOwner(id: string): Promise<string> {
    const [source] = await this.findMany([id]);
    if (!source) throw unknownSource();
    return source.userId;
  }

  private async at(manager: EntityManager, id: string, revision?: number): Promise<DataSourceEntity> {
    const source = await manager.findOneBy(DataSourceEntity, { id });
    if (!source) throw unknownSource();
    if (revision !== undefined && revision !== source.revision)
      throw notFound(`The data source is no longer at revision ${revision}.`).about('revision');
    return source;
  }

  private async assertSessionFits(
    manager: EntityManager,
    { userId, providerType, providerName }: DataSourceEntity,
    sessionId: string,
  ): Promise<void> {
    const session = await manager.findOneBy(ProviderSessionEntity, { userId, id: sessionId });
    if (session?.type === providerType && session.name === providerName) return;
    const detail = 'The account has no session of this provider with this id.';
    throw invalidField('value-not-valid', 'value is not valid', detail, '/providerSessionId');
  }
}

/** The content of a body. Throws every finding. */
function read(type: ObjectType, body: unknown): SourceFacts {
  const prepared = prepareObject(type, body, new Set());
  if ('findings' in prepared) throw invalidBody(prepared.findings);
  const facts: SourceFacts = prepared.content;
  assertError(facts.error);
  return facts;
}

/** Throws when a change of one of them would put the newest record of a source before its oldest. */
function assertInOrder(
  { earliestDataTime: oldest, latestDataTime: newest }: DataSourceEntity,
  changes: Partial<DataSourceEntity>,
): void {
  if (oldest === null || newest === null || newest >= oldest) return;
  const changed = (['latestDataTime', 'earliestDataTime'] as const).find(
    (name) => changes[name] !== undefined,
  );
  if (changed === undefined) return;
  const detail = `latestDataTime, ${isoTime(newest)}, would be before earliestDataTime, ${isoTime(oldest)}.`;
  throw invalidField('value-not-valid', 'value is not valid', detail, `/${changed}`);
}

/** Without a session a new source must be disconnected, with one it must not. */
function assertStateFits({ providerSessionId, state }: SourceFacts): void {
  if (state === undefined || (providerSessionId === undefined) === (state === 'disconnected')) return;
  const detail =
    providerSessionId === undefined
      ? `A data source without a provider session must be disconnected, not ${state}.`
      : 'A data source with a provider session must be connected or in error.';
  throw invalidField('value-not-allowed', 'value is not one of the allowed values', detail, '/state');
}

const linkTo = ({ providerType, providerName }: DataSourceEntity, sessionId: string) => ({
  state: 'connected' as const,
  providerSessionId: sessionId,
  linkedProvider: linkedProvider(providerType, providerName),
});

/** The changes that come with a new state. Throws when the transition is not possible. */
function transition(source: DataSourceEntity, given: SourceFacts): Partial<DataSourceEntity> {
  if (given.state === 'disconnected') return disconnected;
  if (given.state === 'connected') return { ...linkTo(source, given.providerSessionId ?? ''), error: null };
  if (given.state === undefined) return {};
  if (source.providerSessionId !== null) return { state: 'error' };
  throw conflict('The data source has no provider session: it is disconnected, so no import can fail.');
}

/** The columns taken directly from a body. */
function toColumns(given: SourceFacts): Partial<DataSourceEntity> {
  const { providerExternalId, metadata, error, dataSetId } = given;
  const dataSetIds = given.dataSetIds ?? (dataSetId === undefined ? undefined : [dataSetId]);
  return {
    ...(providerExternalId !== undefined && { providerExternalId }),
    ...(metadata !== undefined && { metadata }),
    ...(error !== undefined && { error }),
    ...(dataSetIds !== undefined && { dataSetIds }),
    ...parseInstants(given),
  };
}

function parseInstants(given: SourceFacts): Partial<DataSourceEntity> {
  const names = ['earliestDataTime', 'latestDataTime', 'lastImportTime'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, Date.parse(given[name])]])),
  );
}
