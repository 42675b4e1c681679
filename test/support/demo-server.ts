import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DemoLoader } from '../../src/demo/load-demo';
import type { DemoPerson } from '../../src/demo/person';
import { persistence } from '../../src/persistence';
import { readConfig } from '../../src/platform/config';
import { Database } from '../../src/platform/database/database';
import { createServices } from '../../src/services';
import { freePort, startChild, stopChild, waitUntilReady } from './child';
import { newFastFolder } from './fast-folder';
import { describeServer, type ServerUnderTest } from './server';

/** A demo that a test has started. */
export interface RunningDemo extends ServerUnderTest {
  /** What it has printed. */
  output(): string;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

interface DemoExtent {
  /** The people whose data is loaded. The last one of the demo must be among them: the demo then counts as loaded. */
  people: readonly DemoPerson[];
  /** Days of data. */
  days: number;
}

/**
 * Runs the program of `npm run demo` from the build, on a free port. The test loads the data of a few people beforehand,
 * because all of it takes a minute.
 *
 * @param flags of the command line, such as `--dashboard`
 */
export async function startDemo(extent: DemoExtent, flags: string[]): Promise<RunningDemo> {
  const folder = newFastFolder('glycograph-demo-');
  const port = await freePort();
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: `sqlite:${join(folder, 'glycograph.db')}`,
    MAIL_URL: `file:${join(folder, 'mail')}`,
    BLOB_URL: `file:${join(folder, 'blobs')}`,
    WAITING_ROWS_FOLDER: join(folder, 'waiting-rows'),
    SERVER_SECRET: randomBytes(16).toString('hex'),
    PASSWORD_HASH_MEMORY: '64',
  };
  await load(settings, extent);
  const server = describeServer({
    url: settings.BASE_URL,
    dialect: 'sqlite',
    serverSecret: settings.SERVER_SECRET,
    folder,
  });
  const child = startChild({
    command: process.execPath,
    arguments: [resolve('dist/src/demo/main.js'), ...flags],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_execpath: process.env.npm_execpath,
      ...settings,
    },
    logFile: server.logFile,
  });
  const output = () => readFileSync(server.logFile, 'utf8');
  await waitUntilReady(child, server.logFile, async () => output().includes('Press Ctrl+C'));
  return {
    ...server,
    output,
    async close() {
      await stopChild(child, server.logFile);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function load(settings: Record<string, string>, extent: DemoExtent): Promise<void> {
  const config = readConfig(settings);
  const database = await Database.open(config.DATABASE_URL, {
    schema: persistence,
    poolSize: 2,
    migrate: true,
  });
  try {
    await new DemoLoader(database, createServices(config, database), () => undefined).load(extent);
  } finally {
    await database.close();
  }
}
