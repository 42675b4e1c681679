import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { newServerToken } from '../support/accounts';
import { at, cbg } from '../support/records';
import { newFollower } from '../support/alerts';
import { api } from '../support/api';
import { writeManyReadings } from '../support/many-readings';
import { hasMysql } from '../support/mariadb';
import { onMysql } from '../support/own-databases';
import { newPerson } from '../support/person';
import { startServer } from '../support/server-process';
import { hour, readings, recomputed, uploadedReadings } from '../support/summaries';
import { waitFor } from '../support/wait-until';

/** Rows of others, or of other days. */
const many = 5_000;
const rowsAtOnce = 500;

type Server = Awaited<ReturnType<typeof startServer>>;

/** Runs a test with a server on a database of its own, and a connection to that. */
const onServer = (test: (server: Server, database: Connection, databaseUrl: string) => Promise<void>) =>
  onMysql(async (url = '') => {
    const server = await startServer({ DATABASE_URL: url });
    const database = await createConnection(url);
    try {
      await test(server, database, url);
    } finally {
      await database.end();
      await server.close();
    }
  });

/** Adds rows of accounts that do not exist: the values of the other columns are those of the row that is there. */
async function copyRow(
  database: Connection,
  table: string,
  [first, second]: [string, string],
  others: string,
) {
  for (let start = 0; start < many; start += rowsAtOnce) {
    const numbers = Array.from({ length: rowsAtOnce }, (_, index) => `SELECT ${start + index} AS n`);
    await database.query(
      `INSERT INTO ${table} (${first}, ${second}, ${others})
       SELECT CONCAT('other-', n), CONCAT('other-', n), ${others} FROM (SELECT * FROM ${table} LIMIT 1) one
       JOIN (${numbers.join(' UNION ALL ')}) numbers`,
    );
  }
}

/** Rows that the server has looked at so far, for anybody. */
async function rowsExamined(database: Connection): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>(
    `SHOW GLOBAL STATUS WHERE Variable_name IN ('Handler_read_next', 'Handler_read_prev', 'Handler_read_rnd_next',
       'Handler_icp_attempts')`,
  );
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
}

(hasMysql ? describe : describe.skip)('on MySQL', () => {
  it('the alerts of an upload need no rows of others', () =>
    onServer(async (server, database) => {
      const follower = await newFollower(server);
      const { followed } = follower;
      await follower.configure({ high: { enabled: true, threshold: { units: 'mmol/L', value: 12 } } });
      const dataSetId = await followed.openedContinuous();
      const uploaded = async (number: number): Promise<void> => {
        await followed.uploaded(dataSetId, [cbg({ time: at(number) })]);
        await waitFor('the evaluation', async () => {
          const [rows] = await database.query<RowDataPacket[]>(
            `SELECT 1 FROM upload_receipts r JOIN alert_watches w ON w.followed_id = r.user_id
             WHERE r.user_id = ? AND r.due_time IS NULL AND w.done = w.wanted AND w.lease_time = 0`,
            [followed.userId],
          );
          return rows[0];
        });
      };
      await uploaded(1);
      await copyRow(database, 'upload_receipts', ['user_id', 'upload_id'], 'received_time');
      const others = 'activity, wanted, done, lease_time, attempts';
      await copyRow(database, 'alert_watches', ['followed_id', 'follower_id'], others);
      const before = await rowsExamined(database);
      await uploaded(2);
      expect((await rowsExamined(database)) - before).toBeLessThan(many / 2);
    }));

  it('the number of records of a small data set needs no others', () =>
    onServer(async (server, database, databaseUrl) => {
      const person = await newPerson(server);
      await writeManyReadings(databaseUrl, person.userId, 3);
      await uploadedReadings(person, readings(Date.now() - hour, 3));
      const counting = '{ me { dataSets { edges { node { recordCount } } } } }';
      const before = await rowsExamined(database);
      const { body } = await api(server).graph(counting, { token: person.token });
      expect(body.data.me.dataSets.edges).toEqual([{ node: { recordCount: 3 } }]);
      expect((await rowsExamined(database)) - before).toBeLessThan(many / 2);
    }));

  it('the summary of an upload needs no records of other days', () =>
    onServer(async (server, database, databaseUrl) => {
      const person = await newPerson(server);
      await writeManyReadings(databaseUrl, person.userId, 3);
      const uploaded = async (hoursAgo: number): Promise<void> => {
        await uploadedReadings(person, readings(Date.now() - hoursAgo * hour, 12));
        await recomputed(server, person);
      };
      await uploaded(4);
      const before = await rowsExamined(database);
      await uploaded(2);
      expect((await rowsExamined(database)) - before).toBeLessThan(many / 2);
    }));

  it('the newest device logs and restricted tokens of an account need no older ones', () =>
    onServer(async (server, database) => {
      const { userId } = await newPerson(server);
      const token = await newServerToken(server);
      const numbers = Array.from({ length: many }, (_, number) => [userId, `id-${number}`, number]);
      await database.query(
        'INSERT INTO restricted_tokens (user_id, id, created_time, expiration_time) VALUES ?',
        [numbers.map((row) => [...row, Date.now() + hour])],
      );
      await database.query(
        `INSERT INTO device_logs
           (user_id, id, created_time, digest_md5, size, content_key, start_time, end_time) VALUES ?`,
        [numbers.map((row) => [...row, '', 1, row[1], 1, 2])],
      );
      const listing = `{
        user(id: "${userId}") { deviceLogs(first: 2) { edges { cursor } } }
        restrictedTokens(userId: "${userId}", first: 2) { edges { cursor } }
      }`;
      const before = await rowsExamined(database);
      const { data } = (await api(server).graph(listing, { token })).body;
      expect(data.user.deviceLogs.edges).toHaveLength(2);
      expect(data.restrictedTokens.edges).toHaveLength(2);
      expect((await rowsExamined(database)) - before).toBeLessThan(many / 2);
    }));
});
