import { AuditReadEntity } from '../../../src/audit/audit-read.entity';
import { AuditService } from '../../../src/audit/audit.service';
import { Database } from '../../../src/database/database';
import { createLogger } from '../../../src/logging';
import { persistence } from '../../../src/persistence';
import { RowWriter } from '../../../src/write-behind/row-writer';
import { WaitingRows } from '../../../src/write-behind/waiting-rows';

let database: Database;

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
});

afterEach(() => database.close());

const event = { subjectId: 'aaaaaaaaaa', kind: 'READ', operation: 'query Look' } as const;

describe('rows that wait', () => {
  it('are stored when the writer stops, however many there are', async () => {
    const audit = new AuditService(database, undefined);
    const writer = new RowWriter('reads', audit.waiting, audit.store, createLogger('silent'));
    writer.start();
    for (let count = 0; count < 250; count += 1) audit.record(event);
    await writer.stop();
    expect(await database.reader.count(AuditReadEntity)).toBe(250);
  });

  it('go on waiting when they cannot be stored', async () => {
    const audit = new AuditService(database, undefined);
    const rename = (from: string, to: string) =>
      database.transaction((manager) => manager.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename('audit_reads', 'away');
    const log = createLogger('silent');
    const failed = new Promise<void>((resolve) => {
      log.error = () => resolve();
    });
    const writer = new RowWriter('reads', audit.waiting, audit.store, log);
    writer.start();
    audit.record(event);
    await failed;
    expect(audit.waiting.isEmpty).toBe(false);
    await rename('away', 'audit_reads');
    await writer.stop();
    expect(await database.reader.count(AuditReadEntity)).toBe(1);
  });

  it('are lost when too many wait, and are counted', () => {
    const rows = new WaitingRows<object>(2);
    for (let count = 0; count < 5; count += 1) rows.add({});
    expect(rows.takeLost()).toBe(3);
    expect(rows.takeLost()).toBe(0);
    expect(rows.take(10)).toHaveLength(2);
    expect(rows.isEmpty).toBe(true);
  });
});
