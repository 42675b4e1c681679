import { AccessTrail, type Verdict } from '../../../src/audit/access-trail';
import type { AuditEntryEntity } from '../../../src/audit/audit-entry.entity';
import { AuditEntryEntity as Entry } from '../../../src/audit/audit-entry.entity';
import { readConfig } from '../../../src/config';
import type { UserCaller } from '../../../src/auth/caller';
import { Database } from '../../../src/database/database';
import { persistence } from '../../../src/persistence';
import { HeldPermissions } from '../../../src/sharing/held-permissions';
import { createServices, type Services } from '../../../src/services';

let database: Database;
let services: Services;

beforeEach(async () => {
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:', AUDIT_RETENTION: '3600' });
  database = await Database.open(config.DATABASE_URL, { schema: persistence, poolSize: 2, migrate: true });
  services = createServices(config, database);
});

afterEach(async () => {
  jest.useRealTimers();
  await database.close();
});

const [owner, reader] = ['aaaaaaaaaa', 'bbbbbbbbbb'];
const caller: UserCaller = {
  kind: 'user',
  userId: reader,
  token: '',
  tokenId: '',
  sessionId: '',
  expiresTime: 0,
  isAccessToken: true,
  clientId: 'blip',
};

const verdict = (changed: Partial<Verdict> = {}): Verdict => ({
  subjectId: owner,
  field: 'User.data',
  operation: 'query Look',
  isChange: false,
  isAllowed: true,
  held: new HeldPermissions(new Set(['view'] as const)),
  ...changed,
});

const waiting = (): AuditEntryEntity[] => services.audit.waiting.take(100);
const stored = (): Promise<AuditEntryEntity[]> => database.reader.find(Entry, { order: { time: 'ASC' } });

describe('the trail of a request', () => {
  it('leaves one entry for each account and kind of access, with every field once', () => {
    const trail = new AccessTrail(services.audit, 'request');
    for (const field of ['User.data', 'User.profile', 'User.data']) trail.note(caller, verdict({ field }));
    trail.note(caller, verdict({ subjectId: 'cccccccccc' }));
    trail.note(caller, verdict({ field: 'User.notes', isAllowed: false }));
    const entries = waiting();
    expect(entries.map(({ subjectId, kind, fields }) => [subjectId, kind, fields])).toEqual([
      [owner, 'READ', ['User.data', 'User.profile']],
      ['cccccccccc', 'READ', ['User.data']],
      [owner, 'REFUSED', ['User.notes']],
    ]);
    expect(entries[0]).toMatchObject({
      actorId: reader,
      client: 'blip',
      requestId: 'request',
      reason: 'SHARE',
    });
  });

  it('does not change an entry that is stored, and leaves another one for what comes later', () => {
    const trail = new AccessTrail(services.audit, 'request');
    trail.note(caller, verdict());
    const [first] = waiting();
    trail.note(caller, verdict());
    trail.note(caller, verdict({ field: 'User.profile' }));
    expect(first?.fields).toEqual(['User.data']);
    expect(waiting().map(({ fields }) => fields)).toEqual([['User.profile']]);
  });

  it('knows nobody by an id that no account can have, and no stranger', () => {
    const trail = new AccessTrail(services.audit, 'request');
    trail.note(caller, verdict({ subjectId: 'nobody' }));
    trail.note({ kind: 'anonymous', refused: true }, verdict({ isAllowed: false }));
    expect(waiting()).toEqual([]);
  });
});

describe('a change', () => {
  it('goes on record with what is changed, and not at all when that is given up', async () => {
    const trail = new AccessTrail(services.audit, 'request');
    const change = verdict({ isChange: true, field: 'Mutation.updateUser' });
    trail.note(caller, change);
    const failing = trail.changing(caller, 'mutation Change', () =>
      database.transaction(() => Promise.reject(new Error('no'))),
    );
    await expect(failing).rejects.toThrow('no');
    trail.note(caller, change);
    await trail.changing(caller, 'mutation Change', () => undefined);
    expect(await stored()).toEqual([]);
    trail.note(caller, change);
    await trail.changing(caller, 'mutation Change', async () => {
      await database.transaction(() => Promise.resolve());
      await database.transaction(() => Promise.resolve());
    });
    expect(await stored()).toEqual([
      expect.objectContaining({ kind: 'CHANGE', fields: ['Mutation.updateUser'] }),
    ]);
    await database.transaction(() => Promise.resolve());
    expect(await stored()).toHaveLength(1);
  });

  it('does not claim what it has set going and what outlives it', async () => {
    const trail = new AccessTrail(services.audit, 'request');
    trail.note(caller, verdict({ isChange: true }));
    let later = Promise.resolve();
    await trail.changing(caller, 'mutation Change', () => {
      later = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
        database.transaction(() => Promise.resolve()),
      );
    });
    await later;
    expect(await stored()).toEqual([]);
  });
});

describe('old entries', () => {
  it('are let go of after the time that is set', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
    const event = { subjectId: owner, kind: 'LOG_IN', operation: 'POST /auth/login' } as const;
    const record = () => database.transaction((manager) => services.audit.recordWithin(manager, [event]));
    await record();
    jest.advanceTimersByTime(3_600_001);
    await record();
    await services.audit.purge();
    expect(await stored()).toHaveLength(1);
  });
});
