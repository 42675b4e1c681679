import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AuditReadEntity } from '../../../../src/identity/audit/audit-read.entity';
import { AuditService } from '../../../../src/identity/audit/audit.service';
import { spooledReads } from '../../../../src/identity/audit/spooled-reads';
import type { WaitingRead } from '../../../../src/identity/audit/waiting-read';
import { Database } from '../../../../src/platform/database/database';
import { createLogger } from '../../../../src/platform/logging';
import { persistence } from '../../../../src/persistence';
import { RowSpool } from '../../../../src/platform/write-behind/row-spool';
import { RowWriter } from '../../../../src/platform/write-behind/row-writer';
import { WaitingRows } from '../../../../src/platform/write-behind/waiting-rows';
import { waitFor } from '../../../support/wait-until';

let database: Database;
let folder: string;
let spool: RowSpool<WaitingRead>;

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
  folder = mkdtempSync(join(tmpdir(), 'glycograph-rows-'));
  spool = new RowSpool(folder, 'reads', spooledReads);
});

afterEach(async () => {
  jest.useRealTimers();
  await database.close();
  rmSync(folder, { recursive: true });
});

const event = { subjectId: 'aaaaaaaaaa', kind: 'READ', operation: 'query Look' } as const;

describe('waiting rows', () => {
  it('are stored when the writer stops, whatever their number', async () => {
    const audit = new AuditService(database, undefined);
    const writer = new RowWriter('reads', audit.waiting, audit.store, spool, createLogger('silent'));
    writer.start();
    for (let count = 0; count < 250; count += 1) audit.record(event);
    await writer.stop();
    expect(await database.reader.count(AuditReadEntity)).toBe(250);
  });

  it('gather while others are stored', async () => {
    // A process that stands still for a while must not look like one that does not gather.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const audit = new AuditService(database, undefined);
    const stored: number[] = [];
    let noteStored = () => undefined as void;
    const firstStored = new Promise<void>((resolve) => (noteStored = resolve));
    const store = async (rows: readonly WaitingRead[]) => {
      if (stored.length === 0) audit.record(event);
      await audit.store(rows);
      stored.push(rows.length);
      noteStored();
    };
    const writer = new RowWriter('reads', audit.waiting, store, spool, createLogger('silent'));
    writer.start();
    audit.record(event);
    jest.advanceTimersByTime(500);
    await firstStored;
    for (let turn = 0; turn < 10; turn += 1) {
      audit.record(event);
      await nextTurn();
    }
    await writer.stop();
    expect(stored).toEqual([1, 11]);
  });

  it('wait in a file if they cannot be stored', async () => {
    const audit = new AuditService(database, undefined);
    const rename = (from: string, to: string) =>
      database.transaction((manager) => manager.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename('audit_reads', 'away');
    const log = createLogger('silent');
    const failed = new Promise<void>((resolve) => {
      log.error = () => resolve();
    });
    const writer = new RowWriter('reads', audit.waiting, audit.store, spool, log);
    writer.start();
    audit.record(event);
    await failed;
    const [file = ''] = await waitFor('a file', () => {
      const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
      return files.length > 0 ? files : undefined;
    });
    expect(audit.waiting.isEmpty).toBe(true);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    await rename('away', 'audit_reads');
    await writer.stop();
    expect(await database.reader.count(AuditReadEntity)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are stored once, however often they are written', async () => {
    const audit = new AuditService(database, undefined);
    for (let count = 0; count < 3; count += 1) audit.record(event);
    const rows = audit.waiting.take(3);
    await audit.store(rows);
    await audit.store(rows.slice(1));
    await spool.put(rows);
    const writer = new RowWriter('reads', audit.waiting, audit.store, spool, createLogger('silent'));
    await writer.stop();
    expect(await database.reader.count(AuditReadEntity)).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are stored although a neighboring file cannot be read', async () => {
    writeFileSync(join(folder, 'reads-1-broken.json'), '{');
    const audit = new AuditService(database, undefined);
    const writer = new RowWriter('reads', audit.waiting, audit.store, spool, createLogger('silent'));
    audit.record(event);
    await writer.stop();
    expect(await database.reader.count(AuditReadEntity)).toBe(1);
    expect(readdirSync(folder)).toEqual(['reads-1-broken.json']);
  });

  it('are dropped if too many wait, and are counted', () => {
    const rows = new WaitingRows<object>(2);
    for (let count = 0; count < 5; count += 1) rows.add({});
    expect(rows.takeLost()).toBe(3);
    expect(rows.takeLost()).toBe(0);
    expect(rows.take(10)).toHaveLength(2);
    expect(rows.isEmpty).toBe(true);
  });
});
