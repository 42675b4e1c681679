import { join } from 'node:path';
import { startServer } from '../support/server-process';
import { openContents } from './contents-of-database';
import { hunt, type Bag, type RequestMaker } from './hunt';

/** Starts a server and hunts on it; see {@link hunt}. */
export async function huntOn(
  databaseUrl: string | undefined,
  make: RequestMaker,
  numbers: { from: number; count: number },
): Promise<{ findings: string[]; bag: Bag }> {
  const server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  try {
    const contents = await openContents(databaseUrl ?? `sqlite:${join(server.folder, 'glycograph.db')}`);
    try {
      return await hunt(server, contents, make, numbers);
    } finally {
      await contents.close();
    }
  } finally {
    await server.close();
  }
}
