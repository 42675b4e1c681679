import { AccessTrail, type Subject, type Verdict } from '../../../../src/identity/audit/access-trail';
import { AuditAccessEntity } from '../../../../src/identity/audit/audit-access.entity';
import { AuditEntryEntity } from '../../../../src/identity/audit/audit-entry.entity';
import { AuditReadEntity } from '../../../../src/identity/audit/audit-read.entity';
import { readConfig } from '../../../../src/platform/config';
import type { UserCaller } from '../../../../src/identity/caller';
import { Database } from '../../../../src/platform/database/database';
import { persistence } from '../../../../src/persistence';
import { HeldPermissions } from '../../../../src/identity/held-permissions';
import { createServices, type Services } from '../../../../src/services';
import { listItems } from '../../../../src/platform/list-part';

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
  issuedTime: 0,
  expiresTime: 0,
  isAccessToken: true,
  clientId: 'blip',
};

const viewed: Subject = { id: owner, held: new HeldPermissions(new Set(['view'] as const)) };

const verdict = (changed: Partial<Verdict> = {}): Verdict => ({
  field: 'User.data',
  operation: 'query Look',
  isChange: false,
  isAllowed: true,
  ...changed,
});

const waiting = () => services.audit.waiting.take(100);
const stored = (): Promise<AuditEntryEntity[]> =>
  database.reader.find(AuditEntryEntity, { order: { time: 'ASC' } });

describe('the access trail of a request', () => {
  it('leaves one entry for each account and kind of access, with every field once', () => {
    const trail = new AccessTrail(services.audit, 'request');
    for (const field of ['User.data', 'User.profile', 'User.data'])
      trail.note(caller, viewed, verdict({ field }));
    trail.note(caller, { ...viewed, id: 'cccccccccc' }, verdict());
    trail.note(caller, viewed, verdict({ field: 'User.notes', isAllowed: false }));
    const entries = waiting();
    expect(entries.map(({ subjectId, access: { kind, fields } }) => [subjectId, kind, fields])).toEqual([
      [owner, 'READ', ['User.data', 'User.profile']],
      ['cccccccccc', 'READ', ['User.data']],
      [owner, 'REFUSED', ['User.notes']],
    ]);
    expect(entries[0]?.access).toMatchObject({
      actorId: reader,
      client: 'blip',
      requestId: 'request',
      reason: 'SHARE',
    });
  });

  it('does not change a stored entry, and leaves another one for later accesses', () => {
    const trail = new AccessTrail(services.audit, 'request');
    trail.note(caller, viewed, verdict());
    const [first] = waiting();
    trail.note(caller, viewed, verdict());
    trail.note(caller, viewed, verdict({ field: 'User.profile' }));
    expect(first?.access.fields).toEqual(['User.data']);
    expect(waiting().map(({ access }) => access.fields)).toEqual([['User.profile']]);
  });

  it('stores the common part of many entries once, even if more of some are read', async () => {
    const trail = new AccessTrail(services.audit, 'request');
    const subjects = Array.from({ length: 30 }, (_, index) => `aaaaaaaa${10 + index}`);
    const held = new HeldPermissions(new Set(), ['view']);
    for (const id of subjects) trail.note(caller, { id, held }, verdict());
    for (const id of subjects.slice(0, 10))
      trail.note(caller, { id, held }, verdict({ field: 'User.profile' }));
    await services.audit.store(waiting());
    expect(await database.reader.count(AuditAccessEntity)).toBe(2);
    const pages = await services.audit.pages(subjects.map((subjectId) => ({ subjectId, size: 5 })));
    expect(pages.map((page) => listItems(page).map(({ fields, reason }) => [reason, ...fields]))).toEqual(
      subjects.map((_, index) => [['CLINIC', 'User.data', ...(index < 10 ? ['User.profile'] : [])]]),
    );
  });

  it('ignores impossible account ids, and anonymous callers', () => {
    const trail = new AccessTrail(services.audit, 'request');
    trail.note(caller, { ...viewed, id: 'nobody' }, verdict());
    trail.note({ kind: 'anonymous', refused: true }, viewed, verdict({ isAllowed: false }));
    expect(waiting()).toEqual([]);
  });
});

describe('a change', () => {
  it('is logged with what is changed, and not at all if it is rolled back', async () => {
    const trail = new AccessTrail(services.audit, 'request');
    const change = verdict({ isChange: true, field: 'Mutation.updateUser' });
    trail.note(caller, viewed, change);
    const failing = trail.changing(caller, 'mutation Change', () =>
      database.transaction(() => Promise.reject(new Error('no'))),
    );
    await expect(failing).rejects.toThrow('no');
    trail.note(caller, viewed, change);
    await trail.changing(caller, 'mutation Change', () => undefined);
    expect(await stored()).toEqual([]);
    trail.note(caller, viewed, change);
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

  it('excludes background work that it started', async () => {
    const trail = new AccessTrail(services.audit, 'request');
    trail.note(caller, viewed, verdict({ isChange: true }));
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

describe('the access log of an account', () => {
  it('is paged, with changes and reads in order of time', async () => {
    const event = { subjectId: owner, operation: 'something' } as const;
    const expected: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const operation = `${count}`;
      if (count % 3 === 0)
        await database.transaction((manager) =>
          services.audit.recordWithin(manager, [{ ...event, kind: 'CHANGE', operation }]),
        );
      else {
        services.audit.record({ ...event, kind: 'READ', operation });
        await services.audit.store(waiting());
      }
      expected.push(operation);
    }
    const read = async (size: number) => {
      const found: AuditEntryEntity[] = [];
      for (;;) {
        const last = found.at(-1);
        const after = last && { values: [last.time, last.id] };
        const [page = []] = await services.audit.pages([{ subjectId: owner, size, after }]);
        if (page.length === 0) return found;
        expect(page.length).toBeLessThanOrEqual(size);
        found.push(...listItems(page));
      }
    };
    const whole = await read(100);
    expect(whole.map(({ operation }) => operation).sort()).toEqual([...expected].sort());
    expect(whole.map(({ time }) => time)).toEqual(
      whole.map(({ time }) => time).sort((one, other) => other - one),
    );
    for (const size of [1, 5]) expect(await read(size)).toEqual(whole);
  });
});

describe('old entries', () => {
  it('are deleted after the configured time', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
    const event = { subjectId: owner, kind: 'LOG_IN', operation: 'POST /auth/login' } as const;
    const record = () => database.transaction((manager) => services.audit.recordWithin(manager, [event]));
    const look = () => {
      services.audit.record({ subjectId: owner, kind: 'READ', operation: 'query Look' });
      return services.audit.store(waiting());
    };
    await record();
    await look();
    jest.advanceTimersByTime(3_600_001);
    await record();
    await look();
    await services.audit.purge();
    expect(await stored()).toHaveLength(1);
    for (const entity of [AuditReadEntity, AuditAccessEntity])
      expect(await database.reader.count(entity)).toBe(1);
  });
});
