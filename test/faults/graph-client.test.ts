import { createClient } from '@glycograph/client';
import { NoteAddedDocument, WriteNoteDocument } from '@glycograph/client/operations';
import { createSessionLogIn } from '@glycograph/client/session';
import { randomUUID } from 'node:crypto';
import { newAccount } from '../support/accounts';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** A person who is logged in at their own server, and listens to their notes. */
async function listening(settings: NodeJS.ProcessEnv = {}) {
  const server = await startServer(settings);
  const { userId, email, password } = await newAccount(server);
  const logIn = createSessionLogIn({ url: server.url });
  await logIn.logIn(email, password);
  const client = createClient({ url: server.url, auth: logIn, longestPause: 300 });
  const told: string[] = [];
  const end = client.subscribe(
    NoteAddedDocument,
    { userId },
    {
      next: ({ data }) => void told.push(data.messageAdded?.text ?? ''),
      error: (error) => void told.push(`error: ${String(error)}`),
      complete: () => void told.push('complete'),
      resync: () => void told.push('resync'),
    },
  );
  const write = (text: string) =>
    client.mutate(WriteNoteDocument, {
      input: { userId, text, guid: randomUUID(), timestamp: new Date().toISOString() },
    });
  const hears = (text: string) => waitFor(text, () => told.includes(text) || undefined);
  return { server, logIn, client, told, end, write, hears, close: () => client.close() };
}

const restart = async (server: RunningServer, how: 'stop' | 'kill') => {
  await server[how]();
  await server.start();
};

describe.each(['stop', 'kill'] as const)(
  'a subscription of the client, when the server is restarted by %s',
  (how) => {
    it('goes on without a gap and without repeating anything', async () => {
      const { server, told, end, write, hears, close } = await listening();
      await write('before');
      await hears('before');
      await restart(server, how);
      await write('in between');
      await hears('in between');
      await restart(server, how);
      await write('after');
      await hears('after');
      expect(told).toEqual(['before', 'in between', 'after']);
      end();
      close();
    });
  },
);

it('a subscription of the client misses nothing that happens before its first event', async () => {
  const { server, told, write, hears, close } = await listening();
  await restart(server, 'stop');
  await write('first');
  await hears('first');
  expect(told).toEqual(['first']);
  close();
});
