import { In, IsNull, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import type { SessionService } from '../../auth/session.service';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { GrantEntity } from './grant.entity';
import { IssuedAccessTokenEntity } from './issued-access-token.entity';

interface NewGrant {
  id: string;
  userId: string;
  sessionId: string;
  clientId: string;
  scope: string;
  authTime: number;
}

/** The tokens of one response. */
interface IssuedTokens {
  accessTokenId: string;
  accessTokenExpires: number;
  refreshTokenId: string;
  /** The refresh token that they replace, if refresh tokens are single-use. */
  replaces?: string;
}

/** Grants of clients. A grant ends with its session, or earlier. */
export class GrantService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionService,
  ) {}

  async create(manager: EntityManager, begin: NewGrant): Promise<GrantEntity> {
    const time = now();
    const grant = Object.assign(new GrantEntity(), {
      ...begin,
      createdTime: time,
      lastUsedTime: time,
      refreshTokenId: null,
      endedTime: null,
    });
    await manager.insert(GrantEntity, grant);
    return grant;
  }

  /** The active grant of an account. */
  find(userId: string, id: string): Promise<GrantEntity | null> {
    return this.database.reader.findOneBy(GrantEntity, { userId, id, endedTime: IsNull() });
  }

  /**
   * Records the tokens of a grant and extends the idle timeout of its session. Returns false if they must not be
   * issued: the grant has ended in the meantime, or the refresh token that they replace is not the newest one.
   */
  record(grant: GrantEntity, issued: IssuedTokens): Promise<boolean> {
    const { userId, id, sessionId } = grant;
    return this.database.transaction(async (manager) => {
      const time = now();
      const { accessTokenId: tokenId, accessTokenExpires: expiresTime, refreshTokenId, replaces } = issued;
      const alive = { userId, id, endedTime: IsNull(), ...(replaces && { refreshTokenId: replaces }) };
      const { affected } = await manager.update(GrantEntity, alive, { lastUsedTime: time, refreshTokenId });
      if (affected !== 1) return false;
      const lapsed = { userId, grantId: id, expiresTime: LessThanOrEqual(time) };
      await manager.delete(IssuedAccessTokenEntity, lapsed);
      await manager.insert(IssuedAccessTokenEntity, { userId, grantId: id, tokenId, expiresTime });
      await this.sessions.touch(manager, userId, sessionId);
      return true;
    });
  }

  /** Revokes a grant with its refresh and access tokens. Repeating it completes an interrupted revocation. */
  async end(userId: string, id: string): Promise<void> {
    const grant = await this.database.reader.findOneBy(GrantEntity, { userId, id });
    if (!grant) return;
    const { sessionId } = grant;
    await this.database.transaction(async (manager) => {
      await manager.update(GrantEntity, { userId, id, endedTime: IsNull() }, { endedTime: now() });
      await this.sessions.giveUpWithin(manager, userId, [sessionId]);
    });
    const tokens = await this.database.reader.findBy(IssuedAccessTokenEntity, {
      userId,
      grantId: id,
      expiresTime: MoreThan(now()),
    });
    for (const token of tokens) await this.sessions.revokeToken({ ...token, sessionId });
  }

  /**
   * Revokes everything of some clients, within a larger transaction.
   *
   * @param goesOn whether a session goes on; the tokens of others end with it
   */
  async endWithin(
    manager: EntityManager,
    userId: string,
    clientIds: readonly string[],
    goesOn: (sessionId: string) => boolean,
  ): Promise<void> {
    const active = { userId, clientId: In([...clientIds]), endedTime: IsNull() };
    const grants = await manager.findBy(GrantEntity, active);
    if (grants.length === 0) return;
    await manager.update(GrantEntity, active, { endedTime: now() });
    const going = grants.filter(({ sessionId }) => goesOn(sessionId));
    if (going.length === 0) return;
    const ids = going.map(({ id }) => id);
    const issued = { userId, grantId: In(ids), expiresTime: MoreThan(now()) };
    await this.sessions.revokeWithin(manager, await manager.findBy(IssuedAccessTokenEntity, issued));
    const sessionIds = [...new Set(going.map(({ sessionId }) => sessionId))];
    await this.sessions.giveUpWithin(manager, userId, sessionIds);
  }

  /** Revokes everything of a client in a session. */
  async endPart(userId: string, sessionId: string, clientId: string): Promise<void> {
    const grants = await this.database.reader.findBy(GrantEntity, { userId, sessionId, clientId });
    for (const grant of grants) await this.end(userId, grant.id);
  }
}
