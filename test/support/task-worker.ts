import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/platform/config';
import { Database } from '../../src/platform/database/database';
import { createLogger } from '../../src/platform/logging';
import { persistence } from '../../src/persistence';
import { createServices } from '../../src/services';
import type { TaskHandler } from '../../src/platform/tasks/task-handler';
import { TaskRunner } from '../../src/platform/tasks/task-runner';
import { countedType } from './counted-tasks';

/** A program that runs tasks, each of which inserts a row into the table `effects`, until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await Database.open(config.DATABASE_URL, {
    schema: persistence,
    poolSize: 10,
    migrate: false,
  });
  const handler: TaskHandler = {
    type: countedType,
    maxDuration: 500,
    workers: 4,
    run: async (task) => {
      await pause(Math.random() * 10);
      return {
        state: 'completed',
        effect: (manager) => manager.query('INSERT INTO effects (task_id) VALUES (?)', [task.id]),
      };
    },
  };
  const log = createLogger('warn');
  const runner = new TaskRunner(database, createServices(config, database), [handler], log, 50);
  runner.start();
  process.once('SIGTERM', () => void runner.stop().then(() => process.exit()));
}

void main();
