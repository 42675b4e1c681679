import { randomBytes } from 'node:crypto';
import { newAccount } from '../support/accounts';
import { api, tokenHeader, type Json } from '../support/api';
import { sendBlob } from '../support/content';
import { reportFigures } from '../support/fault-figures';
import { startObjectStore } from '../support/object-store';
import { ownDatabases } from '../support/own-databases';
import { findRedis } from '../support/redis';
import { startServer, type RunningServer } from '../support/server-process';
import { openSmtpSink } from '../support/smtp-sink';
import { SteadyWork } from '../support/steady-work';
import { stormWithoutRedis, type RedisFault } from '../support/storms';
import { openGate, throughGate, type TcpGate } from '../support/tcp-gate';
import { waitForTakeover } from '../support/wait-until';

/** How often a fault occurs in a test. */
const rounds = 2;

/** What happens to the connections of a back end. */
const gateFaults: [name: string, begin: (gate: TcpGate) => void][] = [
  ['is cut off', (gate) => gate.shut()],
  ['hangs', (gate) => gate.stall()],
];

const toDatabase = (databaseUrl?: string) => (databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });

const describeDatabase = (databaseUrl?: string) => (databaseUrl === undefined ? 'SQLite' : 'MariaDB');

describe.each(ownDatabases)('writes on %s', (_name, onDatabase) => {
  (findRedis() ? it : it.skip).each<[RedisFault]>([['killed'], ['frozen']])(
    'all succeed, and none is lost or doubled, while Redis is %s',
    (fault) =>
      onDatabase(async (databaseUrl) => {
        for (const { lost, doubled, answers } of await stormWithoutRedis(fault, rounds, databaseUrl)) {
          expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
          expect(Object.keys(answers).filter((status) => !['200', '201', '202'].includes(status))).toEqual(
            [],
          );
        }
      }),
  );
});

/** A blob that was acknowledged. */
interface Kept {
  id: string;
  raw: Buffer;
}

const mebibyte = 1024 * 1024;

/** Every 20th blob is sent to the store in several parts. */
const newContent = (number: number): Buffer => randomBytes(number % 20 === 0 ? 11 * mebibyte : 20_000);

async function readContent(server: RunningServer, { id }: Kept, token: string): Promise<Buffer> {
  const response = await fetch(`${server.url}/v1/blobs/${id}/content`, { headers: { [tokenHeader]: token } });
  return Buffer.from(await response.arrayBuffer());
}

describe('blobs', () => {
  it.each(gateFaults)(
    'that were acknowledged are there, byte by byte, if the object store %s',
    async (how, begin) => {
      const objects = await startObjectStore();
      const url = new URL(objects.url);
      const endpoint = url.searchParams.get('endpoint') ?? '';
      const gate = await openGate(Number(new URL(endpoint).port));
      url.searchParams.set('endpoint', new URL(throughGate(endpoint, gate)).origin);
      const server = await startServer({ BLOB_URL: url.href, BLOB_TIMEOUT: '1', ...objects.credentials });
      const { userId, token } = await newAccount(server);
      const kept: Kept[] = [];
      const refusals = new Set<string>();
      const work = new SteadyWork(4, async (number) => {
        const raw = newContent(number);
        const { status, headers, body } = await sendBlob(server, userId, { token, raw });
        if (status === 201) kept.push({ id: body.id, raw });
        else refusals.add(`${status} ${headers.get('retry-after')}`);
        return status === 201;
      });
      await work.goesOn('the beginning');
      for (let round = 0; round < rounds; round += 1) {
        begin(gate);
        await work.isRefused('the object store was gone');
        gate.open();
        await work.goesOn('it was back');
      }
      await work.end();

      const listed = (await api(server).get(`/v1/users/${userId}/blobs`, { token })).body as Json[];
      const lost: string[] = [];
      for (const blob of kept)
        if (!(await readContent(server, blob, token)).equals(blob.raw)) lost.push(blob.id);
      // Of what was refused, nothing may stay.
      const doubled = listed.filter(({ id }) => !kept.some((blob) => blob.id === id));
      reportFigures({
        ...{ fault: `the object store ${how}`, database: 'SQLite', tried: rounds },
        ...{ acknowledged: work.acknowledged, longestSilence: work.longestSilence },
        ...{ lost: lost.length, doubled: doubled.length },
      });
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
      expect([...refusals]).toEqual(['503 5']);
      await server.close();
      await gate.close();
      await objects.close();
    },
  );
});

/** A sender gives a silent mail server half a minute. */
const mailRounds = 1;

/** Connections of a process to its mail server: as many mails can be on their way when the server is lost. */
const mostAtOnce = 5;

const readRecipient = (mail: string): string => /^To: <?([^\s>]+)>?\r$/m.exec(mail)?.[1] ?? '';
const readMessageId = (mail: string): string => /^Message-ID: (.+)\r$/m.exec(mail)?.[1] ?? '';

describe.each(ownDatabases)('mails on %s', (_name, onDatabase) => {
  it.each(gateFaults)('that were promised all arrive if the mail server %s', (how, begin) =>
    onDatabase(async (databaseUrl) => {
      const sink = await openSmtpSink();
      const gate = await openGate(Number(new URL(sink.url).port));
      const server = await startServer({ MAIL_URL: throughGate(sink.url, gate), ...toDatabase(databaseUrl) });
      const promised: string[] = [];
      const work = new SteadyWork(4, async () => {
        const { userId, email, token } = await newAccount(server, { verified: false });
        const { status } = await api(server).post(`/confirm/send/signup/${userId}`, { token });
        if (status === 200) promised.push(email);
        return status === 200;
      });
      const failures = () => server.logs().split('delivery failed').length;
      await work.goesOn('the beginning');
      for (let round = 0; round < mailRounds; round += 1) {
        const before = failures();
        begin(gate);
        await work.goesOn('the mail server was gone');
        await waitForTakeover('a failed delivery', () => failures() > before || undefined);
        gate.open();
        await work.goesOn('it was back');
      }
      await work.end();
      await waitForTakeover('all mails', () => {
        const reached = new Set(sink.mails.map(readRecipient));
        return promised.every((email) => reached.has(email)) || undefined;
      });
      // Deliveries end before it stops.
      await server.stop();

      const again = sink.mails.filter(
        (mail, index) =>
          sink.mails.findIndex((other) => readRecipient(other) === readRecipient(mail)) !== index,
      );
      reportFigures({
        ...{ fault: `the mail server ${how}`, database: describeDatabase(databaseUrl), tried: mailRounds },
        ...{ acknowledged: work.acknowledged, longestSilence: work.longestSilence },
        ...{ lost: 0, doubled: again.length },
      });
      expect(work.refused).toBe(0);
      // Mails whose acceptance got lost are sent again, and recipients can tell by their ids.
      expect(again.length).toBeLessThanOrEqual(mailRounds * mostAtOnce);
      expect(new Set(sink.mails.map(readMessageId)).size).toBe(promised.length);
      await gate.close();
      await sink.close();
    }),
  );
});
