import BetterSqlite3 from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../../src/platform/database/database';
import { createLogger } from '../../../../src/platform/logging';
import { OutboxMessageEntity } from '../../../../src/platform/outbox/outbox-message.entity';
import { OutboxService } from '../../../../src/platform/outbox/outbox.service';
import { OutboxWorker } from '../../../../src/platform/outbox/outbox-worker';
import { persistence } from '../../../../src/persistence';
import { waitFor } from '../../../support/wait-until';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-outbox-'));
  const options = { schema: persistence, poolSize: 2, migrate: true, timeout: 200 };
  database = await Database.open(`sqlite:${join(folder, 'glycograph.db')}`, options);
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

describe('a message that is delivered while nothing can be stored', () => {
  it('is deleted later, and not delivered again', async () => {
    const outbox = new OutboxService(database);
    const other = new BetterSqlite3(join(folder, 'glycograph.db'));
    let deliveries = 0;
    const deliver = () => {
      deliveries += 1;
      if (deliveries === 1) other.exec('BEGIN EXCLUSIVE');
      return Promise.resolve();
    };
    const log = createLogger('silent');
    const failed = new Promise<void>((resolve) => {
      log.error = () => resolve();
    });
    const worker = new OutboxWorker(database, outbox, { mail: deliver }, log);
    worker.start();
    await database.transaction((manager) => outbox.add(manager, 'mail', {}));
    await failed;
    other.exec('ROLLBACK');
    // The lease has expired.
    await database.transaction((manager) =>
      manager.createQueryBuilder().update(OutboxMessageEntity).set({ dueTime: 0 }).execute(),
    );
    await waitFor('the outbox to be empty', async () =>
      (await database.reader.count(OutboxMessageEntity)) === 0 ? true : undefined,
    );
    expect(deliveries).toBe(1);
    await worker.stop();
    other.close();
  });
});
