import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newAccount, type TestAccount } from '../support/accounts';
import { api, type Answer } from '../support/api';
import { sendBlob, sendLog, storedFiles } from '../support/content';
import { hasMysql } from '../support/mariadb';
import { onMysql, ownDatabases } from '../support/own-databases';
import { startServer, type RunningServer } from '../support/server-process';
import { openGate, throughGate } from '../support/tcp-gate';

/** Ways to send content, and where it is read then. */
interface Upload {
  table: string;
  send: (server: RunningServer, account: TestAccount, headers?: Record<string, string>) => Promise<Answer>;
  contentPath: (id: string) => string;
}

const uploads: Upload[] = [
  {
    table: 'blobs',
    send: (server, { userId, token }, headers) => sendBlob(server, userId, { token, raw: 'abc', headers }),
    contentPath: (id) => `/v1/blobs/${id}/content`,
  },
  {
    table: 'device_logs',
    send: (server, { userId, token }, headers) => sendLog(server, userId, token, undefined, headers),
    contentPath: (id) => `/v1/device_logs/${id}/content`,
  },
];

const describeMysql = hasMysql ? describe : describe.skip;

describeMysql('when the connection to the database breaks before it could say that it has committed', () => {
  it('what was stored keeps its content', () =>
    onMysql(async (databaseUrl = '') => {
      const gate = await openGate(Number(new URL(databaseUrl).port));
      const server = await startServer({ DATABASE_URL: throughGate(databaseUrl, gate) });
      const account = await newAccount(server);
      const { userId, token } = account;
      const contentOf = async (path: string) => (await api(server).get(path, { token })).status;
      for (const { table, send, contentPath } of uploads) {
        const cut = gate.loseReply(/COMMIT/, new RegExp(`INSERT INTO .?${table}`));
        const [first] = await Promise.all([send(server, account), cut]);
        const again = await send(server, account);
        expect({ table, statuses: [first.status, again.status] }).toEqual({ table, statuses: [503, 201] });
        expect(await contentOf(contentPath(again.body.id))).toBe(200);
      }

      const { body } = await sendBlob(server, userId, { token, raw: '' });
      const path = `/v1/blobs/${body.id}/content`;
      const headers = { 'Content-Type': 'text/plain' };
      const cut = gate.loseReply(/COMMIT/, /UPDATE .?blobs/);
      const [{ status }] = await Promise.all([api(server).put(path, { token, raw: 'late', headers }), cut]);
      expect([status, await contentOf(path)]).toEqual([503, 200]);
      await server.close();
      await gate.close();
    }));
});

describe.each(ownDatabases)('on %s,', (_dialect, onDatabase) => {
  it('a repetition brings back content that is missing', () =>
    onDatabase(async (databaseUrl) => {
      const server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
      const account = await newAccount(server);
      for (const { send, contentPath } of uploads) {
        const named = () => send(server, account, { 'Idempotency-Key': 'once' });
        const { body } = await named();
        rmSync(join(server.blobFolder, 'content'), { recursive: true });
        expect((await named()).body).toEqual(body);
        const content = await api(server).get(contentPath(body.id), { token: account.token });
        expect(content.status).toBe(200);
        expect((await named()).body).toEqual(body);
        expect(storedFiles(server.blobFolder)).toHaveLength(1);
      }
      await server.close();
    }));
});
