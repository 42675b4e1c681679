import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { lockRow, lockRows } from '../../platform/database/lock-rows';
import { readParts, withItems, type PartQuestion } from '../../platform/database/pages';
import { newestFirst, type ListPart, type Placed } from '../../platform/list-part';
import { notFound, unauthenticated } from '../../platform/errors';
import { newRecordId } from '../../platform/ids';
import { assertRestrictions, type Restrictions } from './check-restrictions';
import { RestrictedTokenEntity } from './restricted-token.entity';
import { declareCreated } from '../../platform/database/created';

/** A request for one page of an account's tokens, newest first. */
export interface RestrictedTokenQuestion extends ListPart {
  userId: string;
}

/** An hour, in milliseconds. */
const defaultLifetime = 3_600_000;

/** Data sources are connected below this path; the link in a mail carries a token for its provider. */
const connectionsPath = '/v1/oauth';

/** Whether a path equals the entry, or is below it. Both are compared literally, including escapes. */
const isWithin = (path: string, entry: string): boolean =>
  path === entry || path.startsWith(`${entry.replace(/\/$/, '')}/`);

const onlyConnects = ({ paths }: RestrictedTokenEntity): boolean =>
  paths?.every((entry) => isWithin(entry, connectionsPath)) === true;

/** Tokens for URLs that a browser opens directly, such as downloads: create, list, change, delete, and look up. */
export class RestrictedTokenService {
  constructor(private readonly database: Database) {}

  /** Tokens by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(RestrictedTokenEntity | null)[]> => {
    const found = await this.database.reader.findBy(RestrictedTokenEntity, { id: In([...ids]) });
    const byId = new Map(found.map((token) => [token.id, token]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** Pages of tokens of many accounts, newest first, in the order of the requests. For loaders. */
  readonly lists = async (
    questions: readonly RestrictedTokenQuestion[],
  ): Promise<Placed<RestrictedTokenEntity>[][]> => {
    const pages = await readParts(this.database.reader, questions.map(buildPartQuestion));
    return withItems(pages, await this.findMany(pages.flat().map(({ id }) => id)));
  };

  /** The token if it is valid for one of these paths now; otherwise null. Does not check its account. */
  async findUsable(id: string, paths: readonly string[]): Promise<RestrictedTokenEntity | null> {
    const [token] = await this.findMany([id]);
    if (!token || now() > token.expirationTime) return null;
    return token.paths === null || token.paths.some((entry) => paths.some((path) => isWithin(path, entry)))
      ? token
      : null;
  }

  /**
   * Creates a token that somebody has asked for. Throws when the restrictions are invalid.
   *
   * @param selfMade whether it was a person, and no trusted server
   * @param assertAllowed throws when whoever asks may no longer do so
   */
  create(
    userId: string,
    restrictions: Restrictions,
    selfMade: boolean,
    assertAllowed: (manager: EntityManager) => Promise<void>,
  ): Promise<RestrictedTokenEntity> {
    return this.database.transaction(async (manager) => {
      await assertAllowed(manager);
      const token = await this.issue(manager, userId, restrictions, selfMade);
      declareCreated(manager, token.id);
      return token;
    });
  }

  /** Changes the given fields. Throws when they are invalid, or the token does not exist. */
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
    const token = await lockRow(this.database, manager, RestrictedTokenEntity, { id });
    // MySQL ignores trailing spaces.
    if (token?.id !== id) throw notFound('There is no restricted token with this id.').about('id');
    return token;
  }

  /** Deletes a token. Repeating it has no effect. */
  async delete(id: string): Promise<void> {
    const [token] = await this.findMany([id]);
    if (!token) return;
    await this.database.transaction((manager) =>
      manager.delete(RestrictedTokenEntity, { userId: token.userId, id }),
    );
  }

  /** Deletes an account's tokens for exactly these paths, in the transaction that makes them obsolete. */
  revoke(manager: EntityManager, userId: string, paths: readonly string[]): Promise<void> {
    return this.revokeWhere(
      manager,
      userId,
      (token) => JSON.stringify(token.paths) === JSON.stringify(paths),
    );
  }

  /** Deletes an account's tokens that do nothing but connect data sources. */
  revokeConnecting(manager: EntityManager, userId: string): Promise<void> {
    return this.revokeWhere(manager, userId, onlyConnects);
  }

  /**
   * Deletes those tokens of an account that whoever signed up with its address may have made, and all that show data. Mails
   * of clinics link to the others.
   */
  revokeSignedUp(manager: EntityManager, userId: string): Promise<void> {
    return this.revokeWhere(manager, userId, (token) => token.selfMade || !onlyConnects(token));
  }

  /** Deletes all tokens of an account, in the transaction that ends its sessions: each of them could list the others. */
  async revokeAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(RestrictedTokenEntity, { userId });
  }

  private async revokeWhere(
    manager: EntityManager,
    userId: string,
    isStale: (token: RestrictedTokenEntity) => boolean,
  ): Promise<void> {
    const stale = (await manager.findBy(RestrictedTokenEntity, { userId })).filter(isStale);
    if (stale.length > 0)
      await manager.delete(RestrictedTokenEntity, { userId, id: In(stale.map(({ id }) => id)) });
  }

  /** Creates a token within a larger transaction, by default one for a link of the service. */
  async issue(
    manager: EntityManager,
    userId: string,
    restrictions: Restrictions,
    selfMade = false,
  ): Promise<RestrictedTokenEntity> {
    const token = Object.assign(newToken(userId, restrictions), { selfMade });
    await manager.insert(RestrictedTokenEntity, token);
    return token;
  }

  /** Deletes a single-use token in the transaction of its use. Throws when another request was faster. */
  async spend(manager: EntityManager, userId: string, id: string): Promise<void> {
    const { affected } = await manager.delete(RestrictedTokenEntity, { userId, id });
    if (affected !== 1) throw unauthenticated('The restricted token has already been used.');
  }

  /** Deletes all tokens of an account and returns their ids, in order. */
  async deleteAll(userId: string): Promise<string[]> {
    return this.database.transaction(async (manager) => {
      const tokens = await lockRows(this.database, manager, RestrictedTokenEntity, { userId });
      await manager.delete(RestrictedTokenEntity, { userId });
      return tokens.map(({ id }) => id).sort();
    });
  }
}

/** Throws when the restrictions are invalid. */
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

const buildPartQuestion = ({ userId, ...part }: RestrictedTokenQuestion): PartQuestion => ({
  source: { id: 'id', from: 'FROM restricted_tokens WHERE user_id = ?', parameters: [userId] },
  keys: newestFirst.keys,
  part,
});
