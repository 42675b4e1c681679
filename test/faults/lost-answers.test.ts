import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { sendBlob } from '../support/content';
import { sendBehind, type Readable } from '../support/hang-up';
import { ownDatabases } from '../support/own-databases';
import { newPerson } from '../support/person';
import { repeatableUploads } from '../support/repeatable-uploads';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

const mebibyte = 1024 * 1024;

/** A response whose bytes exceed the buffers between two processes on one machine. */
async function newLargeBlob(server: RunningServer): Promise<Readable> {
  const { userId, token } = await newAccount(server);
  const { body } = await sendBlob(server, userId, { token, raw: Buffer.alloc(32 * mebibyte) });
  return { path: `/v1/blobs/${body.id}/content`, token };
}

describe.each(ownDatabases)('a process on %s that is killed before it could respond', (_name, on) => {
  it('has stored what distinguishes a repetition from another request', () =>
    on(async (databaseUrl) => {
      const server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
      const stuck = await newLargeBlob(server);
      const visible = Object.entries(repeatableUploads).filter(([what]) => !what.includes('normal data set'));
      const uploads = await Promise.all(
        visible.map(async ([what, uploadOf]) => {
          const person = await newPerson(server);
          const { path, headers, raw, ...expected } = await uploadOf(server, person);
          return { what, path, options: { token: person.token, headers, raw }, ...expected };
        }),
      );
      for (const { path, options } of uploads) sendBehind(server, stuck, path, options);
      for (const { what, size, count } of uploads)
        await waitFor(what, async () => ((await count()) === size ? true : undefined));
      await server.kill();

      await server.start();
      const again = await Promise.all(uploads.map(({ path, options }) => api(server).post(path, options)));
      const counts = await Promise.all(uploads.map(({ count }) => count()));
      const found = uploads.map(({ what, made }, index) => ({
        what,
        count: counts[index],
        isAnswered: Boolean(made(again[index]!)),
      }));
      expect(found).toEqual(uploads.map(({ what, size }) => ({ what, count: size, isAnswered: true })));

      const { path, options, size, count } = uploads[0]!;
      expect((await api(server).post(path, options)).status).toBe(200);
      expect(await count()).toBe(2 * size);
      await server.stop();
    }));
});
