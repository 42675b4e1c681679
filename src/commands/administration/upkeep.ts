import { backUpTo, migrateDatabase, readMigrations, restoreFrom, unrecordedRestore } from '../upkeep';
import { exitCodes, parameter, type SettingsCommand } from './command';
import { whileCounting } from './prompts';
import { facts } from './print';

/** Backup, restore, migrate. */
export const upkeepCommands: readonly SettingsCommand[] = [
  {
    name: 'backup',
    description:
      'Copies the database and the stored content into an empty or new folder. The service may run.',
    parameters: [['<folder>', 'The folder.']],
    examples: ['backup /backups/2026-11-23'],
    async runWith(config, given, operator) {
      const folder = parameter(given, 0);
      const { contents, missing, time } = await whileCounting('Copying', (report) =>
        backUpTo(config, folder, { operator, report }),
      );
      const count = Object.keys(contents).length;
      const lines = [`${folder} holds the database and ${count} contents of the content store.`];
      if (missing.length > 0)
        lines.push(`Rows name content that the store does not have: ${missing.join(', ')}`);
      return { data: { folder, time, contents: count, missing }, text: lines.join('\n') };
    },
  },
  {
    name: 'restore',
    description:
      'Restores a backup into an empty database and content store, after it has checked all files of the backup.',
    parameters: [['<folder>', 'The folder of the backup.']],
    examples: ['restore /backups/2026-11-23'],
    async runWith(config, given, operator) {
      const { time, isRecorded } = await whileCounting('Restoring', (report) =>
        restoreFrom(config, parameter(given, 0), { operator, report }),
      );
      const lines = [`The database and the content store are as they were at ${time}.`];
      if (!isRecorded) lines.push(unrecordedRestore);
      return { data: { time, isRecorded }, text: lines.join('\n') };
    },
  },
  {
    name: 'migrate status',
    description: 'Says which migrations the database lacks. Exits with 1 if it lacks any.',
    examples: ['migrate status', 'migrate status --json'],
    async runWith(config) {
      const { finished, pending } = await readMigrations(config);
      const isUpToDate = pending.length === 0;
      return {
        data: { isUpToDate, finished: finished.length, last: finished.at(-1) ?? null, pending },
        text: facts({
          Finished: finished.length,
          Last: finished.at(-1),
          Pending: pending.length,
          ...(!isUpToDate && { First: pending[0] }),
        }),
        code: isUpToDate ? exitCodes.ok : exitCodes.fault,
      };
    },
  },
  {
    name: 'migrate run',
    description: 'Brings the database up to date. May be interrupted and repeated.',
    examples: ['migrate run'],
    async runWith(config, _given, operator) {
      await whileCounting('Migrating', (report) => migrateDatabase(config, { operator, report }));
      return { data: { isUpToDate: true }, text: 'The database is up to date.' };
    },
  },
];
