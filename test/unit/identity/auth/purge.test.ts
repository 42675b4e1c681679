import { readConfig } from '../../../../src/platform/config';
import { RevokedTokenEntity } from '../../../../src/identity/auth/revoked-token.entity';
import { SessionEntity } from '../../../../src/identity/auth/session.entity';
import { Database } from '../../../../src/platform/database/database';
import { persistence } from '../../../../src/persistence';
import { createServices, type Services } from '../../../../src/services';
import { AuthorizationCodeEntity } from '../../../../src/identity/token-service/storage/authorization-code.entity';
import { BrowserSignOnEntity } from '../../../../src/identity/token-service/storage/browser-sign-on.entity';
import { GrantEntity } from '../../../../src/identity/token-service/storage/grant.entity';
import { GrantService } from '../../../../src/identity/token-service/storage/grant.service';
import { IssuedAccessTokenEntity } from '../../../../src/identity/token-service/storage/issued-access-token.entity';
import { LaunchedPatientEntity } from '../../../../src/identity/token-service/storage/launched-patient.entity';
import { LaunchedPatientService } from '../../../../src/identity/token-service/storage/launched-patient.service';
import { LogInAttemptEntity } from '../../../../src/identity/token-service/storage/log-in-attempt.entity';
import { ThrottleCounterEntity } from '../../../../src/platform/throttle/throttle-counter.entity';
import { storeAccounts } from '../../../support/stored-accounts';

const hour = 3_600_000;
const day = 24 * hour;
const userId = 'a'.repeat(10);

/** The test moves the clock, so the service runs in its own process. */
let database: Database;
let services: Services;
let started: number;

beforeEach(async () => {
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:' });
  database = await Database.open(config.DATABASE_URL, { schema: persistence, poolSize: 2, migrate: true });
  await storeAccounts(database, [userId]);
  services = createServices(config, database);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout'] });
  started = Date.now();
});

afterEach(async () => {
  jest.useRealTimers();
  await database.close();
});

const moveTo = (milliseconds: number): void => void jest.setSystemTime(started + milliseconds);
const notStopped = () => false;

/** One round of all purges. */
async function runOnce(): Promise<void> {
  for (const area of [services.authPurge, services.tokenServicePurge, services.databaseCounters])
    await area.purge(notStopped);
}

const start = (begin: Partial<SessionEntity>): Promise<SessionEntity> =>
  database.transaction((manager) => services.sessions.start(manager, { userId, kind: 'signOn', ...begin }));

const isStored = ({ id }: SessionEntity) => database.reader.existsBy(SessionEntity, { userId, id });

describe('Expired data is deleted', () => {
  it('sessions a day after their end, whatever ended them, and no others', async () => {
    const ended = await start({ expiresTime: started + 90 * day });
    await services.sessions.end(userId, ended.id);
    const expired = await start({ expiresTime: started + hour });
    const unused = await start({ kind: 'offline', idleLimit: 45 * day });
    const used = await start({ kind: 'offline', idleLimit: 45 * day });
    const going = await start({ expiresTime: started + 90 * day });
    moveTo(day - hour);
    await services.authPurge.purge(notStopped);
    for (const session of [ended, expired, unused, used, going]) expect(await isStored(session)).toBe(true);
    moveTo(2 * day);
    await services.authPurge.purge(notStopped);
    expect(await Promise.all([ended, expired, unused, used, going].map(isStored))).toEqual([
      ...[false, false],
      ...[true, true, true],
    ]);
    moveTo(44 * day);
    await database.transaction((manager) => services.sessions.touch(manager, userId, used.id));
    moveTo(46 * day + hour);
    await services.authPurge.purge(notStopped);
    expect(await Promise.all([unused, used].map(isStored))).toEqual([false, true]);
  });

  it('codes, attempts, browsers, revoked tokens, grants and counters', async () => {
    const session = await start({ expiresTime: started + hour });
    const lasting = await start({ expiresTime: started + 90 * day });
    const grants = new GrantService(database, services.sessions);
    const about = { userId, clientId: 'blip', scope: 'openid', authTime: started };
    await database.transaction(async (manager) => {
      const gone = await grants.create(manager, { ...about, id: 'gone', sessionId: session.id });
      await grants.create(manager, { ...about, id: 'stays', sessionId: lasting.id });
      const expiresTime = started + hour;
      await manager.insert(IssuedAccessTokenEntity, { userId, grantId: gone.id, tokenId: 't', expiresTime });
      await manager.insert(RevokedTokenEntity, { userId, tokenId: 't', expiresTime });
      await manager.insert(ThrottleCounterEntity, { counterKey: 'k', events: 1, expiresTime });
      const common = { realm: 'qa1', userId, sessionId: session.id, authTime: started, expiresTime };
      await manager.insert(BrowserSignOnEntity, { ...common, secretDigest: 'd', rememberMe: false });
      await manager.insert(AuthorizationCodeEntity, {
        ...common,
        codeDigest: 'd',
        clientId: 'blip',
        redirectUri: 'x',
        scope: 'openid',
      });
      await manager.insert(LogInAttemptEntity, {
        ...common,
        id: 'i',
        browserDigest: 'b',
        request: { clientId: 'blip', scope: 'openid', redirectUri: 'x', responseMode: 'query' },
        logInRound: 0,
        rememberMe: false,
      });
    });
    const entities = [
      ...[IssuedAccessTokenEntity, RevokedTokenEntity, ThrottleCounterEntity],
      ...[BrowserSignOnEntity, AuthorizationCodeEntity, LogInAttemptEntity],
    ];
    moveTo(day + 2 * hour);
    await runOnce();
    for (const entity of entities) expect(await database.reader.count<object>(entity)).toBe(0);
    expect((await database.reader.find(GrantEntity)).map(({ id }) => id)).toEqual(['stays']);
  });

  it('patients of launches, as soon as the session is over', async () => {
    const [ended, expired, going] = [
      await start({ expiresTime: started + 90 * day }),
      await start({ expiresTime: started + hour }),
      await start({ expiresTime: started + 90 * day }),
    ];
    const launches = new LaunchedPatientService(database);
    const patient = { id: 'p1', timestamp: started };
    for (const { id: sessionId } of [ended, expired, going]) {
      await database.transaction((manager) =>
        launches.add(manager, { userId, sessionId, correlationId: 'first', patient }),
      );
    }
    await services.sessions.end(userId, ended.id);
    moveTo(2 * hour);
    await runOnce();
    expect(await launches.ofSession(userId, ended.id)).toEqual({});
    expect(await launches.ofSession(userId, expired.id)).toEqual({});
    expect(await launches.ofSession(userId, going.id)).toEqual({ first: patient });
  });

  it('in batches, whatever the number', async () => {
    moveTo(-2 * day);
    await database.transaction(async (manager) => {
      for (let index = 0; index < 1_201; index += 1)
        await services.sessions.start(manager, { userId, kind: 'signOn', expiresTime: started - 2 * day });
    });
    moveTo(0);
    await services.authPurge.purge(notStopped);
    expect(await database.reader.count(SessionEntity)).toBe(0);
  });

  it('rows with a key of one column, whatever the number', async () => {
    const expiresTime = started - hour;
    const counters = Array.from({ length: 501 }, (_, index) => ({
      counterKey: `${index}`,
      events: 1,
      expiresTime,
    }));
    const lasting = { counterKey: 'lasting', events: 1, expiresTime: started + hour };
    await database.transaction(async (manager) => {
      for (const each of [...counters, lasting]) await manager.insert(ThrottleCounterEntity, each);
    });
    await services.databaseCounters.purge();
    expect(await database.reader.find(ThrottleCounterEntity)).toEqual([lasting]);
  });

  it('grants and patients of purged sessions, whatever the number', async () => {
    const [grants, launches] = [
      new GrantService(database, services.sessions),
      new LaunchedPatientService(database),
    ];
    await database.transaction(async (manager) => {
      for (let index = 0; index < 501; index += 1) {
        const of = { userId, sessionId: 'gone' };
        const about = { id: `${index}`, clientId: 'blip', scope: 'openid', authTime: started };
        await grants.create(manager, { ...of, ...about });
        const patient = { id: 'p1', timestamp: started };
        await launches.add(manager, { ...of, correlationId: `${index}`, patient });
      }
    });
    await services.tokenServicePurge.purge(notStopped);
    for (const entity of [GrantEntity, LaunchedPatientEntity])
      expect(await database.reader.count<object>(entity)).toBe(0);
  });
});
