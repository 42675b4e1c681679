import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { readPagesOfIds } from '../database/pages';
import { notFound, unauthenticated } from '../errors';
import { newRecordId } from '../ids';
import { assertRestrictions, type Restrictions } from './check-restrictions';
import { RestrictedTokenEntity } from './restricted-token.entity';

/** A question for one page of one account's tokens, newest first. */
export interface RestrictedTokenQuestion {
  userId: string;
  offset: number;
  size: number;
}

/** An hour, in milliseconds. */
const defaultLifetime = 3_600_000;

/** True when a path is the entry, or lies below it. Both are compared as they are written, escapes included. */
const isWithin = (path: string, entry: string): boolean =>
  path === entry || path.startsWith(`${entry.replace(/\/$/, '')}/`);

/**
 * Tokens for addresses that a browser opens by itself, such as a download: made, listed, changed, deleted, and looked
 * up when one is used.
 */
export class RestrictedTokenService {
  constructor(private readonly database: Database) {}

  /** Tokens by their ids, in the order of the ids; null where there is none. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(RestrictedTokenEntity | null)[]> => {
    const found = await this.database.reader.findBy(RestrictedTokenEntity, { id: In([...ids]) });
    const byId = new Map(found.map((token) => [token.id, token]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** Pages of tokens of many accounts, newest first, in the order of the questions. For loaders. */
  readonly lists = async (
    questions: readonly RestrictedTokenQuestion[],
  ): Promise<RestrictedTokenEntity[][]> => {
    const pages = await readPagesOfIds(this.database.reader, questions.map(pageOf));
    const found = new Map((await this.findMany(pages.flat())).map((token) => [token?.id, token]));
    return pages.map((ids) => ids.map((id) => found.get(id) ?? null).filter((token) => token !== null));
  };

  /** The token if it opens one of these paths now; null otherwise. Whether its account may act is not asked here. */
  async findUsable(id: string, paths: readonly string[]): Promise<RestrictedTokenEntity | null> {
    const [token] = await this.findMany([id]);
    if (!token || now() > token.expirationTime) return null;
    return token.paths === null || token.paths.some((entry) => paths.some((path) => isWithin(path, entry)))
      ? token
      : null;
  }

  /** Makes a token. Throws when it is not valid. */
  create(userId: string, restrictions: Restrictions): Promise<RestrictedTokenEntity> {
    return this.database.transaction((manager) => this.issue(manager, userId, restrictions));
  }

  /** Changes what is given. Throws when it is not valid, or there is no such token. */
  update(id: string, restrictions: Restrictions): Promise<RestrictedTokenEntity> {
    assertRestrictions(restrictions);
    const { paths, expirationTime } = restrictions;
    return this.database.transaction(async (manager) => {
      const token = await this.lock(manager, id);
      const set = {
        ...(paths && { paths }),
        ...(expirationTime !== undefined && { expirationTime }),
        modifiedTime: now(),
      };
      await manager.update(RestrictedTokenEntity, { userId: token.userId, id }, set);
      return Object.assign(token, set);
    });
  }

  private async lock(manager: EntityManager, id: string): Promise<RestrictedTokenEntity> {
    const query = manager.createQueryBuilder(RestrictedTokenEntity, 'token').where({ id });
    const token = await (
      this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query
    ).getOne();
    // MySQL takes no notice of blanks at the end.
    if (token?.id !== id) throw notFound('There is no restricted token with this id.');
    return token;
  }

  /** Deletes a token. Deleting it again changes nothing. */
  async delete(id: string): Promise<void> {
    const [token] = await this.findMany([id]);
    if (!token) return;
    await this.database.transaction((manager) =>
      manager.delete(RestrictedTokenEntity, { userId: token.userId, id }),
    );
  }

  /** Deletes those tokens of an account that open exactly these paths, together with what has made them stale. */
  async revoke(manager: EntityManager, userId: string, paths: readonly string[]): Promise<void> {
    const tokens = await manager.findBy(RestrictedTokenEntity, { userId });
    const stale = tokens.filter((token) => JSON.stringify(token.paths) === JSON.stringify(paths));
    if (stale.length > 0)
      await manager.delete(RestrictedTokenEntity, { userId, id: In(stale.map(({ id }) => id)) });
  }

  /** Deletes those tokens of an account that open nothing but addresses below a path. */
  async revokeBelow(manager: EntityManager, userId: string, path: string): Promise<void> {
    const tokens = await manager.findBy(RestrictedTokenEntity, { userId });
    const below = tokens.filter(({ paths }) => paths?.every((entry) => isWithin(entry, path)) === true);
    if (below.length > 0)
      await manager.delete(RestrictedTokenEntity, { userId, id: In(below.map(({ id }) => id)) });
  }

  /** `create` as a part of a larger change. */
  async issue(
    manager: EntityManager,
    userId: string,
    restrictions: Restrictions,
  ): Promise<RestrictedTokenEntity> {
    const token = newToken(userId, restrictions);
    await manager.insert(RestrictedTokenEntity, token);
    return token;
  }

  /** Deletes a token that works once, together with what it was for. Throws when somebody was faster. */
  async spend(manager: EntityManager, userId: string, id: string): Promise<void> {
    const { affected } = await manager.delete(RestrictedTokenEntity, { userId, id });
    if (affected !== 1) throw unauthenticated('The restricted token has been used.');
  }

  /** Deletes all tokens of an account and returns how many there were. */
  async deleteAll(userId: string): Promise<number> {
    const { affected } = await this.database.transaction((manager) =>
      manager.delete(RestrictedTokenEntity, { userId }),
    );
    return affected ?? 0;
  }
}

/** Throws when it is not valid. */
function newToken(userId: string, restrictions: Restrictions): RestrictedTokenEntity {
  assertRestrictions(restrictions);
  const createdTime = now();
  const { paths = null, expirationTime = createdTime + defaultLifetime } = restrictions;
  return Object.assign(new RestrictedTokenEntity(), {
    userId,
    id: newRecordId(),
    paths,
    expirationTime,
    createdTime,
    modifiedTime: null,
  });
}

const pageOf = ({ userId, offset, size }: RestrictedTokenQuestion) => ({
  sql: `SELECT id FROM restricted_tokens WHERE user_id = ?
    ORDER BY created_time DESC, id DESC LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
  parameters: [userId],
});
