import { In, IsNull, type EntityManager } from 'typeorm';
import type { AuditEvent, AuditService } from '../audit/audit.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { gathered } from '../../platform/speed/gathered';
import { readParts, withItemsById, type PartQuestion } from '../../platform/database/pages';
import { newestFirst, type ListPart, type Placed } from '../../platform/list-part';
import { placeholders } from '../../platform/database/placeholders';
import { notFound } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import { newRecordId } from '../../platform/ids';
import { accountColumns } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { ClientConsents } from './ports';
import { RevokedTokenEntity } from './revoked-token.entity';
import { sessionEvents } from './session-events';
import { SessionEntity, type SessionKind } from './session.entity';

export interface NewSession extends Partial<
  Omit<SessionEntity, 'id' | 'createdTime' | 'lastUsedTime' | 'endedTime' | 'givenUpTime'>
> {
  userId: string;
  kind: SessionEntity['kind'];
}

/** A request for one page of an account's sessions, newest first. */
export interface SessionQuestion extends ListPart {
  userId: string;
}

/** Identifies a session. */
export interface SessionKey {
  userId: string;
  id: string;
}

/** Identifies a token. */
export interface TokenKey {
  userId: string;
  sessionId: string;
  tokenId: string;
  /**
   * Only for an expired token with an open stream: when the token was issued. The stream lives as long as the
   * session, unless a part of the session was revoked since then.
   */
  expiredTokenIssued?: number;
  /** Whether the session was active at that time, and has not been ended since; now by default. */
  time?: number;
}

/** What the database says about a token. */
export interface TokenState {
  isAlive: boolean;
  /** The account of an active token; null for that of a server. */
  account: UserEntity | null;
}

const deadToken: TokenState = { isAlive: false, account: null };

/** A token that is revoked before it expires. */
export interface GivenUpToken extends Omit<TokenKey, 'expiredTokenIssued' | 'time'> {
  expiresTime: number;
}

const maximumUserAgentLength = 255;

/** Sessions that start with a log-in of a person. The others start with a token, which is logged as such. */
const logInKinds: ReadonlySet<SessionKind> = new Set(['password', 'signUp', 'signOn']);

/** The access log entry of a log-in or log-out. */
const buildLogEntry = (
  kind: 'LOG_IN' | 'LOG_OUT',
  { userId, clientId }: Pick<SessionEntity, 'userId' | 'clientId'>,
): AuditEvent => ({
  subjectId: userId,
  actorId: userId,
  kind,
  client: clientId,
  operation: kind === 'LOG_IN' ? 'log-in' : 'log-out',
});

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  events: EventService;
  audit: AuditService;
  restrictedTokens: RestrictedTokenService;
  clientConsents: ClientConsents;
}

/**
 * Sessions of accounts: start, use, end. They are checked on every request, so that an ended session is dead at
 * once.
 */
export class SessionService {
  constructor(private readonly parts: Parts) {}

  async start(manager: EntityManager, begin: NewSession): Promise<SessionEntity> {
    const time = now();
    const session = Object.assign(new SessionEntity(), {
      realm: null,
      clientId: null,
      identityProvider: null,
      idleLimit: null,
      expiresTime: null,
      longLived: false,
      authTime: time,
      ...begin,
      userAgent: begin.userAgent?.slice(0, maximumUserAgentLength) ?? null,
      id: newRecordId(),
      createdTime: time,
      lastUsedTime: time,
      endedTime: null,
      givenUpTime: null,
    });
    await manager.insert(SessionEntity, session);
    if (logInKinds.has(session.kind))
      await this.parts.audit.recordWithin(manager, [buildLogEntry('LOG_IN', session)]);
    return session;
  }

  find(userId: string, id: string): Promise<SessionEntity | null> {
    return this.parts.database.reader.findOneBy(SessionEntity, { userId, id });
  }

  /** An active session within a larger transaction; null if there is none. */
  async findAlive(manager: EntityManager, { userId, id }: SessionKey): Promise<SessionEntity | null> {
    const session = await manager.findOneBy(SessionEntity, { userId, id });
    return session && this.isAlive(session) ? session : null;
  }

  /** Pages of active sessions, newest first, in the order of the requests. For loaders. */
  readonly lists = async (questions: readonly SessionQuestion[]): Promise<Placed<SessionEntity>[][]> => {
    const pages = await readParts(this.parts.database.reader, questions.map(buildPartQuestion));
    const ids = pages.flat().map(({ id }) => id);
    const wanted = { userId: In(questions.map(({ userId }) => userId)), id: In(ids) };
    const sessions = await this.parts.database.reader.findBy(SessionEntity, wanted);
    return withItemsById(pages, sessions);
  };

  /** Active sessions by account and id, in the order of the keys; null if there is none. For loaders. */
  readonly findActive = async (keys: readonly SessionKey[]): Promise<(SessionEntity | null)[]> => {
    const found = await this.parts.database.reader.findBy(SessionEntity, {
      userId: In([...new Set(keys.map(({ userId }) => userId))]),
      id: In([...new Set(keys.map(({ id }) => id))]),
    });
    const isWanted = (session: SessionEntity, { userId, id }: SessionKey) =>
      session.userId === userId && session.id === id && this.isAlive(session);
    return keys.map((key) => found.find((session) => isWanted(session, key)) ?? null);
  };

  /** Whether the session is active: no log-out, idle timeout or maximum lifetime has ended it. */
  isAlive(
    session: Pick<SessionEntity, 'endedTime' | 'expiresTime' | 'idleLimit' | 'lastUsedTime'>,
    time = now(),
  ): boolean {
    if (session.endedTime !== null) return false;
    if (session.expiresTime !== null && time >= session.expiresTime) return false;
    return session.idleLimit === null || time < session.lastUsedTime + session.idleLimit;
  }

  /** Continues a session after another log-in of its person, which sets how long it lasts. */
  async logInAgain(
    manager: EntityManager,
    { userId, id }: SessionKey,
    logIn: Pick<SessionEntity, 'authTime' | 'identityProvider' | 'idleLimit' | 'expiresTime'>,
  ): Promise<void> {
    await manager.update(SessionEntity, { userId, id }, { ...logIn, lastUsedTime: now() });
  }

  /**
   * Whether tokens are valid: the session is active, the account neither deleted nor disabled, and the token itself not
   * revoked. The account comes with it, as many requests need it. In the order of the keys, with one statement. For
   * loaders.
   */
  readonly checkTokens = gathered(async (keys: readonly TokenKey[]): Promise<TokenState[]> => {
    const userIds = [...new Set(keys.map((key) => key.userId))];
    const sessionIds = [...new Set(keys.map((key) => key.sessionId))];
    const tokenIds = [...new Set(keys.map((key) => key.tokenId))];
    const { select, toEntity } = accountColumns(this.parts.database, 'u');
    const rows = await this.parts.database.plain.rows<SessionRow>(
      `SELECT s.user_id AS userId, s.id AS sessionId, s.ended_time AS endedTime, s.expires_time AS expiresTime,
              s.idle_limit AS idleLimit, s.last_used_time AS lastUsedTime,
              s.given_up_time AS givenUpTime, r.token_id AS tokenId, ${select}
       FROM sessions s
       LEFT JOIN users u ON u.id = s.user_id
       LEFT JOIN revoked_tokens r ON r.user_id = s.user_id AND r.token_id IN (${placeholders(tokenIds)})
       WHERE s.user_id IN (${placeholders(userIds)}) AND s.id IN (${placeholders(sessionIds)}) AND u.disabled_time IS NULL
         AND (u.id IS NOT NULL OR s.kind = 'server')`,
      [...tokenIds, ...userIds, ...sessionIds],
    );
    const sessionsByKey = new Map(rows.map((row) => [`${row.userId} ${row.sessionId}`, row]));
    const givenUp = new Set(rows.map(({ userId, tokenId }) => `${userId} ${tokenId}`));
    return keys.map(({ userId, sessionId, tokenId, expiredTokenIssued = Infinity, time }) => {
      const session = sessionsByKey.get(`${userId} ${sessionId}`);
      if (!session || !this.isAlive(session, time) || givenUp.has(`${userId} ${tokenId}`)) return deadToken;
      if (session.givenUpTime !== null && expiredTokenIssued <= session.givenUpTime) return deadToken;
      return { isAlive: true, account: session.id === null ? null : toEntity(session) };
    });
  });

  /** `checkTokens` for one token. */
  async checkToken(key: TokenKey): Promise<TokenState> {
    const [state = deadToken] = await this.checkTokens([key]);
    return state;
  }

  /** Whether a token is valid. */
  async isTokenAlive(key: TokenKey): Promise<boolean> {
    return (await this.checkToken(key)).isAlive;
  }

  /** Extends the idle timeout. */
  async touch(manager: EntityManager, userId: string, id: string): Promise<void> {
    await manager.update(SessionEntity, { userId, id }, { lastUsedTime: now() });
  }

  /** Ends one session; repeating it has no effect. */
  async end(userId: string, id: string): Promise<void> {
    await this.parts.database.transaction((manager) => this.endWithin(manager, userId, id));
  }

  /**
   * Ends a session on behalf of its owner, and their consents to the third-party clients in it. Throws if they have no
   * session with this id. It can be repeated. The account is locked, so that no code of these clients is exchanged meanwhile.
   */
  async endOwn(userId: string, id: string): Promise<void> {
    const session = await this.find(userId, id);
    if (!session) throw notFound('You have no session with this id.').about('id');
    await this.parts.database.transaction(async (manager) => {
      await manager.query('UPDATE users SET log_in_round = log_in_round WHERE id = ?', [userId]);
      await this.parts.clientConsents.withdrawInSession(manager, session);
      await this.endWithin(manager, userId, id);
    });
  }

  /** Ends all sessions of an account. */
  async endAll(userId: string): Promise<void> {
    await this.parts.database.transaction((manager) => this.endOthers(manager, userId, null));
  }

  /** `end` within a larger transaction. */
  async endWithin(manager: EntityManager, userId: string, id: string): Promise<void> {
    const session = await manager.findOneBy(SessionEntity, { userId, id, endedTime: IsNull() });
    if (!session) return;
    await manager
      .createQueryBuilder()
      .update(SessionEntity)
      .set({ endedTime: now() })
      .where('user_id = :userId AND id = :id AND ended_time IS NULL', { userId, id })
      .execute();
    if (session.kind !== 'server')
      await this.parts.audit.recordWithin(manager, [buildLogEntry('LOG_OUT', session)]);
    this.reportEnd(manager, userId, [id]);
  }

  /**
   * Ends the sessions that were started before the address of an account was confirmed, and the restricted tokens that
   * may come from them: the person who confirms it need not be the one who signed up.
   */
  async endSignUps(manager: EntityManager, userId: string): Promise<void> {
    await this.parts.restrictedTokens.revokeSignedUp(manager, userId);
    const open = await manager.findBy(SessionEntity, { userId, kind: 'signUp', endedTime: IsNull() });
    for (const { id } of open) await this.endWithin(manager, userId, id);
  }

  /**
   * Ends all sessions of an account except one, and all log-ins in progress. Nothing that gives access without a session
   * stays, in case that somebody else has made it: restricted tokens, and consents to third-party clients.
   */
  async endOthers(manager: EntityManager, userId: string, goingOn: string | null): Promise<void> {
    await manager.query('UPDATE users SET log_in_round = log_in_round + 1 WHERE id = ?', [userId]);
    await this.parts.restrictedTokens.revokeAll(manager, userId);
    await this.parts.clientConsents.withdrawAll(manager, userId, goingOn);
    const open: { id: string }[] = await manager.query(
      'SELECT id FROM sessions WHERE user_id = ? AND id <> ? AND ended_time IS NULL',
      [userId, goingOn ?? ''],
    );
    const sessionIds = open.map(({ id }) => id);
    if (sessionIds.length === 0) return;
    await manager
      .createQueryBuilder()
      .update(SessionEntity)
      .set({ endedTime: now() })
      .where('user_id = :userId AND id <> :goingOn AND ended_time IS NULL', {
        userId,
        goingOn: goingOn ?? '',
      })
      .execute();
    this.reportEnd(manager, userId, sessionIds);
  }

  private reportEnd(manager: EntityManager, userId: string, sessionIds: string[]): void {
    this.parts.events.publish(manager, sessionEvents(userId), { sessionIds });
    this.parts.events.accessChanged(manager, userId);
  }

  /** Deletes the sessions of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await manager.delete(SessionEntity, { userId });
      await manager.delete(RevokedTokenEntity, { userId });
    });
  }

  /** Revokes a single token; its session continues. */
  async revokeToken(token: GivenUpToken): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await this.revokeWithin(manager, [token]);
      await this.giveUpWithin(manager, token.userId, [token.sessionId]);
    });
  }

  /** Revokes tokens within a larger transaction. */
  async revokeWithin(manager: EntityManager, tokens: readonly RevokedTokenEntity[]): Promise<void> {
    const rows = tokens.map(({ userId, tokenId, expiresTime }) => ({ userId, tokenId, expiresTime }));
    if (rows.length > 0) await manager.upsert(RevokedTokenEntity, rows, ['userId', 'tokenId']);
  }

  /** Ends streams of expired tokens of sessions, which continue. */
  async giveUpWithin(manager: EntityManager, userId: string, sessionIds: string[]): Promise<void> {
    await manager.update(SessionEntity, { userId, id: In(sessionIds) }, { givenUpTime: now() });
    this.parts.events.accessChanged(manager, userId);
  }
}

/** The statement matches `isAlive`. */
function buildPartQuestion({ userId, ...part }: SessionQuestion): PartQuestion {
  const time = now();
  const from = `FROM sessions WHERE user_id = ? AND ended_time IS NULL
    AND (expires_time IS NULL OR expires_time > ?)
    AND (idle_limit IS NULL OR last_used_time + idle_limit > ?)`;
  return { source: { id: 'id', from, parameters: [userId, time, time] }, keys: newestFirst.keys, part };
}

/** A session, and the columns of its account. */
interface SessionRow extends Record<string, unknown> {
  userId: string;
  sessionId: string;
  endedTime: number | null;
  expiresTime: number | null;
  idleLimit: number | null;
  lastUsedTime: number;
  givenUpTime: number | null;
  /** A revoked token. */
  tokenId: string | null;
  /** The id of the account; null if there is none. */
  id: string | null;
}
