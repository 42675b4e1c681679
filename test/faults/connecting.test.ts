import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { hasMysql, openTestDatabase } from '../support/mariadb';
import { startServer } from '../support/server-process';

/** Fewer than the requests that run at once need. */
const connectionsToDrop = 4;

/** Forwards connections to a database, and drops the next ones on request. */
function moodyDoor({ hostname, port }: URL): { door: Server; beMoody: () => void; left: () => number } {
  let toDrop = 0;
  const door = createServer((guest) => {
    guest.on('error', () => undefined);
    if (toDrop > 0) {
      toDrop -= 1;
      guest.destroy();
      return;
    }
    const host = connect(Number(port), hostname);
    host.on('error', () => guest.destroy());
    guest.pipe(host).pipe(guest);
  });
  return { door, beMoody: () => (toDrop = connectionsToDrop), left: () => toDrop };
}

// SQLite has no connections to lose.
(hasMysql ? it : it.skip)(
  'connections that do not come about while the pool grows are no matter',
  async () => {
    const database = await openTestDatabase();
    const url = new URL(database.url);
    const { door, beMoody, left } = moodyDoor(url);
    try {
      await once(door.listen(0, '127.0.0.1'), 'listening');
      url.hostname = '127.0.0.1';
      url.port = String((door.address() as AddressInfo).port);
      const server = await startServer({ DATABASE_URL: url.href, DATABASE_POOL_SIZE: '30' });
      const { token } = await newAccount(server);
      beMoody();
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => api(server).get('/v1/patients', { token })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
      expect(left()).toBe(0);
      await server.close();
    } finally {
      door.close();
      await database.close();
    }
  },
);
