import { logIn, newAccount } from '../../support/accounts';
import type { Json } from '../../support/api';
import { accepted } from '../../support/clinics';
import { messenger } from '../../support/messages';
import { newPerson } from '../../support/person';
import { at, cbg } from '../../support/records';
import { requestedExports } from '../../support/requested-exports';
import { serverUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';
import { run, type OpenList, type PagedList } from './paged-lists';

const server = serverUnderTest();

const openRecords = async (asked: string): Promise<OpenList> => {
  const person = await newPerson(server);
  const { token } = person;
  const dataSet = await person.openedContinuous();
  return {
    parent: 'me',
    field: (page) => `data(${asked}, types: [CBG], ${page})`,
    id: 'id',
    token,
    create: async (count) => {
      await person.uploaded(dataSet, [cbg({ time: at(count), deviceId: 'meter' })]);
      return (await run('{ me { data(last: 1) { edges { node { id } } } } }', token)).me.data.edges[0].node
        .id;
    },
    remove: async (id) => accepted(await person.deleteData(dataSet, [{ id }])),
  };
};

const openNotes = async (order: string): Promise<OpenList> => {
  const account = await newAccount(server);
  const { sent, remove } = messenger(server, account);
  return {
    parent: 'me',
    field: (page) => `notes(order: ${order}, ${page})`,
    id: 'id',
    token: account.token,
    create: (count) => sent({ timestamp: at(Math.floor(count / 2)) }),
    remove: async (id) => accepted(await remove(id)),
  };
};

/** Connections that are sorted by time, in both orders where both exist. */
export const listsByTime: PagedList[] = [
  {
    name: 'records',
    connection: 'User.data',
    isOldestFirst: true,
    open: () => openRecords('order: OLDEST_FIRST'),
  },
  { name: 'records, newest first', connection: 'User.data', open: () => openRecords('order: NEWEST_FIRST') },
  {
    name: 'records of a device',
    connection: 'User.data',
    isOldestFirst: true,
    open: () => openRecords('filter: {deviceId: "meter"}'),
  },
  { name: 'messages', connection: 'User.notes', open: () => openNotes('NEWEST_FIRST') },
  {
    name: 'messages, oldest first',
    connection: 'User.notes',
    isOldestFirst: true,
    open: () => openNotes('OLDEST_FIRST'),
  },
  {
    name: 'replies',
    connection: 'Message.replies',
    open: async () => {
      const account = await newAccount(server);
      const { sent, replied, remove } = messenger(server, account);
      const note = await sent();
      return {
        parent: `message(id: "${note}")`,
        field: (page) => `replies(${page})`,
        id: 'id',
        token: account.token,
        create: () => replied(note),
        remove: async (id) => accepted(await remove(id)),
      };
    },
  },
  {
    name: 'access log',
    connection: 'User.accessLog',
    open: async () => {
      const { email, password, token } = await newAccount(server);
      const newest = '{ me { accessLog { edges { node { id kind } } } } }';
      const newestId = async (): Promise<string | undefined> => {
        const { edges } = (await run(newest, token)).me.accessLog;
        return edges.find(({ node }: Json) => node.kind === 'LOG_IN')?.node.id;
      };
      // Reading the log adds to it.
      let end: string | undefined;
      return {
        parent: 'me',
        field: (page) => `accessLog(to: "${(end ??= new Date().toISOString())}", ${page})`,
        id: 'id',
        token,
        create: async () => {
          const known = await newestId();
          await logIn(server, email, password);
          return waitFor('the entry', async () => {
            const id = await newestId();
            return id === known ? undefined : id;
          });
        },
      };
    },
  },
  {
    name: 'requested exports',
    connection: 'User.requestedExports',
    open: async () => {
      const account = await newAccount(server);
      const { requested, ready } = requestedExports(server, account);
      return {
        parent: 'me',
        field: (page) => `requestedExports(${page})`,
        id: 'id',
        token: account.token,
        create: async () => {
          const id = await requested({ userId: account.userId });
          await ready(id);
          return id;
        },
      };
    },
  },
];
