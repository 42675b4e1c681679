import { withItems } from '../../platform/database/pages';
import type { Placed } from '../../platform/list-part';
import { In, type EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import { prepareObject } from '../../platform/validation/prepare-object';
import type { ObjectType } from '../../platform/validation/vocabulary';
import { invalidBody } from '../../platform/validation/refusal';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { conflict, notFound, unauthenticated } from '../../platform/errors';
import { newRecordId } from '../../platform/ids';
import { connectSource, disconnectSources } from './connections';
import type { Imports } from './imports';
import {
  listSessionIds,
  type ProviderSessionFilter,
  type ProviderSessionQuestion,
} from './list-provider-sessions';
import { providerSessionBody, providerSessionReplacement } from './provider-session-body';
import { ProviderSessionEntity } from './provider-session.entity';
import type { ProviderToken } from './provider-token';
import type { SourceNews } from './source-news';
import type { TokenCipher } from './token-cipher';
import { declareCreated } from '../../platform/database/created';

/** A provider session to create. */
export interface NewProviderSession {
  type: 'oauth';
  name: string;
  externalId?: string;
  oauthToken: ProviderToken;
}

/** What of a session can be changed. */
export type SessionContent = Partial<Pick<NewProviderSession, 'externalId' | 'oauthToken'>>;

/** Columns used to find sessions. */
type Matching = Partial<Pick<ProviderSessionEntity, 'userId' | 'id' | 'type' | 'name' | 'externalId'>>;

const cipherContext = ({ userId, id }: Pick<ProviderSessionEntity, 'userId' | 'id'>): string =>
  `${userId}/${id}`;

const alreadyConnected = () =>
  conflict('The account already has a session of this provider with this external id.');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  imports: Imports;
  cipher: TokenCipher;
  news: SourceNews;
}

/**
 * Authorizations of accounts at data providers. A session is created and deleted together with its data source and
 * its import, in one transaction.
 */
export class ProviderSessionService {
  constructor(private readonly parts: Parts) {}

  /** Sessions by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(ProviderSessionEntity | null)[]> => {
    const found = await this.parts.database.reader.findBy(ProviderSessionEntity, { id: In([...ids]) });
    const byId = new Map(found.map((session) => [session.id, session]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** Pages of sessions, newest first, in the order of the requests. For loaders. */
  readonly lists = async (
    questions: readonly ProviderSessionQuestion[],
  ): Promise<Placed<ProviderSessionEntity>[][]> => {
    const pages = await listSessionIds(this.parts.database.reader, questions);
    return withItems(pages, await this.findMany(pages.flat().map(({ id }) => id)));
  };

  /** The session with this id. Throws if it does not exist. */
  async find(id: string): Promise<ProviderSessionEntity> {
    const [session] = await this.findMany([id]);
    if (!session) throw notFound('There is no provider session with this id.').about('id');
    return session;
  }

  /** The token of a session; null if it has none. Never for the graph. */
  async decryptToken(session: ProviderSessionEntity): Promise<ProviderToken | null> {
    const { token, tokenKey } = session;
    if (token === null || tokenKey === null) return null;
    const text = await this.parts.cipher.open({ text: token, keyId: tokenKey }, cipherContext(session));
    return JSON.parse(text) as ProviderToken;
  }

  /** Creates a session from the body of a request. Throws every finding, and when one already exists. */
  async create(userId: string, body: unknown): Promise<ProviderSessionEntity> {
    const session = await this.prepare(userId, read(providerSessionBody, body) as NewProviderSession);
    return this.insert(async (manager) => {
      const added = await this.add(manager, session);
      declareCreated(manager, added.id);
      return added;
    });
  }

  /**
   * Creates a session that replaces all earlier ones of the account with this provider, on behalf of its owner. Throws
   * when the account is deleted or disabled.
   */
  async replaceAll(
    userId: string,
    given: NewProviderSession,
    alongside: (manager: EntityManager) => Promise<void>,
  ): Promise<ProviderSessionEntity> {
    const session = await this.prepare(userId, given);
    const { type, name } = session;
    return this.insert(async (manager) => {
      const account = await this.parts.accounts.lockEnabled(manager, userId);
      if (!account) throw unauthenticated('The account is deleted or disabled.');
      await alongside(manager);
      await this.end(manager, userId, await findExactly(manager, { userId, type, name }));
      return this.add(manager, session);
    });
  }

  private async insert(
    work: (manager: EntityManager) => Promise<ProviderSessionEntity>,
  ): Promise<ProviderSessionEntity> {
    try {
      return await this.parts.database.transaction(work);
    } catch (error) {
      throw isDuplicateKey(error) ? alreadyConnected() : error;
    }
  }

  private async prepare(userId: string, given: NewProviderSession): Promise<ProviderSessionEntity> {
    const { type, name, externalId = '', oauthToken } = given;
    const id = newRecordId();
    return Object.assign(new ProviderSessionEntity(), {
      userId,
      id,
      type,
      name,
      externalId,
      ...(await this.sealed({ userId, id }, oauthToken)),
      createdTime: now(),
      modifiedTime: null,
    });
  }

  private async sealed(owner: { userId: string; id: string }, token: ProviderToken | undefined) {
    if (token === undefined) return { token: null, tokenKey: null };
    const { text, keyId } = await this.parts.cipher.seal(JSON.stringify(token), cipherContext(owner));
    return { token: text, tokenKey: keyId };
  }

  private async add(manager: EntityManager, session: ProviderSessionEntity): Promise<ProviderSessionEntity> {
    await this.parts.accounts.lock(manager, session.userId);
    await manager.insert(ProviderSessionEntity, session);
    await this.parts.imports.begin(manager, session, await connectSource(manager, session));
    await this.parts.news.changed(manager, session.userId);
    return session;
  }

  /**
   * Replaces token and external id; absent fields are removed. Throws every finding, and when the session does not
   * exist.
   */
  async replace(id: string, body: unknown): Promise<ProviderSessionEntity> {
    const { userId } = await this.find(id);
    const { externalId = '', oauthToken } = readReplacement(body);
    return this.set({ userId, id }, { externalId, ...(await this.sealed({ userId, id }, oauthToken)) });
  }

  /**
   * Changes what the body has and removes what is `cleared`; the rest stays. Throws every finding, and when the
   * session does not exist.
   */
  async change(
    id: string,
    body: unknown,
    cleared: readonly (keyof SessionContent)[],
  ): Promise<ProviderSessionEntity> {
    const { userId } = await this.find(id);
    const { externalId, oauthToken } = readReplacement(body);
    const changesToken = oauthToken !== undefined || cleared.includes('oauthToken');
    return this.set(
      { userId, id },
      {
        ...(externalId !== undefined && { externalId }),
        ...(cleared.includes('externalId') && { externalId: '' }),
        ...(changesToken && (await this.sealed({ userId, id }, oauthToken))),
      },
    );
  }

  private set(
    key: { userId: string; id: string },
    values: Partial<ProviderSessionEntity>,
  ): Promise<ProviderSessionEntity> {
    return this.insert(async (manager) => {
      await manager.update(ProviderSessionEntity, key, { ...values, modifiedTime: now() });
      const changed = await manager.findOneBy(ProviderSessionEntity, key);
      if (!changed) throw notFound('There is no provider session with this id.').about('id');
      return changed;
    });
  }

  /** Ends a session. Repeating it has no effect. */
  async delete(id: string): Promise<void> {
    const [session] = await this.findMany([id]);
    if (session) await this.deleteMatching(session.userId, { id });
  }

  /** Ends all matching sessions, and returns their ids. */
  async deleteAll(filter: ProviderSessionFilter): Promise<string[]> {
    const { userId, ...matching } = filter;
    const given: Matching = Object.fromEntries(Object.entries(matching).filter(([, value]) => value != null));
    const owners = userId === undefined ? await this.findOwners(given) : [userId];
    const ended: string[] = [];
    for (const owner of owners) ended.push(...(await this.deleteMatching(owner, given)));
    return ended;
  }

  private async findOwners(matching: Matching): Promise<string[]> {
    const sessions = await this.parts.database.reader.find(ProviderSessionEntity, {
      where: matching,
      select: { userId: true },
    });
    return [...new Set(sessions.map(({ userId }) => userId))];
  }

  private async deleteMatching(userId: string, matching: Matching): Promise<string[]> {
    const [account] = await this.parts.accounts.findMany([userId]);
    if (!account) return [];
    return this.parts.database.transaction(async (manager) => {
      await this.parts.accounts.lock(manager, userId);
      const sessions = await findExactly(manager, { ...matching, userId });
      await this.end(manager, userId, sessions);
      return sessions.map(({ id }) => id);
    });
  }

  /** Ends these sessions of an account, in the transaction of a change. */
  async endByIds(manager: EntityManager, userId: string, ids: readonly string[]): Promise<void> {
    await this.end(
      manager,
      userId,
      await manager.findBy(ProviderSessionEntity, { userId, id: In([...ids]) }),
    );
  }

  private async end(
    manager: EntityManager,
    userId: string,
    sessions: readonly ProviderSessionEntity[],
  ): Promise<void> {
    if (sessions.length === 0) return;
    const ids = sessions.map(({ id }) => id);
    await disconnectSources(manager, userId, ids);
    await this.parts.imports.end(manager, sessions);
    await this.parts.news.changed(manager, userId);
    await manager.delete(ProviderSessionEntity, { userId, id: In(ids) });
  }

  /** Ends all sessions of an account, in the transaction of its deletion. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await this.end(manager, userId, await manager.findBy(ProviderSessionEntity, { userId }));
  }

  /** Re-encrypts some tokens that use an earlier key, and returns their number. */
  async sealAnew(limit: number): Promise<number> {
    const current = await this.parts.cipher.currentKeyId();
    const outdated = await this.parts.database.reader
      .createQueryBuilder(ProviderSessionEntity, 'session')
      .where('session.tokenKey IS NOT NULL AND session.tokenKey <> :current', { current })
      .limit(limit)
      .getMany();
    for (const session of outdated) {
      const { userId, id, token } = session;
      const set = await this.sealed(session, (await this.decryptToken(session)) ?? undefined);
      await this.parts.database.transaction((manager) =>
        // If it was replaced in the meantime, it already uses the current key.
        manager.update(ProviderSessionEntity, { userId, id, token: token ?? '' }, set),
      );
    }
    return outdated.length;
  }
}

/** The sessions with exactly these values. MySQL ignores trailing spaces. */
async function findExactly(manager: EntityManager, matching: Matching): Promise<ProviderSessionEntity[]> {
  const wanted = Object.entries(matching) as [keyof Matching, unknown][];
  const found = await manager.findBy(ProviderSessionEntity, matching);
  return found.filter((session) => wanted.every(([column, value]) => session[column] === value));
}

const readReplacement = (body: unknown): SessionContent =>
  read(providerSessionReplacement, body) as SessionContent;

/** The content of a body. Throws every finding. */
function read(type: ObjectType, body: unknown): unknown {
  const prepared = prepareObject(type, body, new Set());
  if ('findings' in prepared) throw invalidBody(prepared.findings);
  return prepared.content;
}
