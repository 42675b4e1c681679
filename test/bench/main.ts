import { openTestDatabase } from '../support/mariadb';
import { closeStartedServers, startServer } from '../support/server-process';
import { Account } from './account';
import { benchContent } from './content';
import { benchExporting } from './exporting';
import { benchGrowth } from './growth';
import { benchPatientLists } from './patient-lists';
import { benchReading } from './reading';
import { resultTable } from './result-table';
import { benchSmallReads } from './small-reads';
import { benchSubscribing } from './subscribing';
import { benchUploading } from './uploading';

/** Enough for all that is read and written: the disk is not what is measured. */
const databaseArguments = ['--innodb-buffer-pool-size=512M'];

/** Measures the build against doing the same by hand, on a private MariaDB, and prints a table. */
async function main(): Promise<void> {
  const database = await openTestDatabase(databaseArguments);
  try {
    const server = await startServer({ DATABASE_URL: database.url });
    const account = await Account.open(server, 'bench');
    const other = await Account.open(server, 'bench-upload');
    const results = [
      ...(await benchSmallReads(account, database.url)),
      await benchUploading(other, database.url),
      ...(await benchReading(server, account, database.url)),
      ...(await benchExporting(server, account)),
      ...(await benchPatientLists(other, database.url)),
      ...(await benchContent(server, account)),
      ...(await benchGrowth(server, database.url)),
      await benchSubscribing(server, database.url),
    ];
    account.close();
    other.close();
    console.log(resultTable(results));
  } finally {
    await closeStartedServers();
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
