import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newEmail, newServerToken } from '../../support/accounts';
import { newGrantor } from '../../support/consents';
import { serverUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';
import { run, type PagedList } from './paged-lists';

const server = serverUnderTest();

/** Connections of accounts and their data, and of servers. */
export const listsOfAccounts: PagedList[] = [
  {
    name: 'blobs',
    connection: 'User.blobs',
    countsBefore: true,
    open: async () => {
      const { userId, token } = await newAccount(server);
      return {
        parent: 'me',
        field: (page) => `blobs(statuses: [CREATED], ${page})`,
        id: 'id',
        token,
        create: async () =>
          (
            await run(
              `mutation { createBlob(input: {userId: "${userId}", mediaType: "text/plain"}) { blob { id } } }`,
              token,
            )
          ).createBlob.blob.id,
        remove: (id) => run(`mutation { deleteBlob(input: {blobId: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'data sets',
    connection: 'User.dataSets',
    countsBefore: true,
    open: async () => {
      const { userId, token } = await newAccount(server);
      const dataSet =
        '{deviceId: "d", dataSetType: "continuous", client: {name: "org.example", version: "1.0.0"}}';
      const made = `mutation { createDataSet(input: {userId: "${userId}", dataSet: ${dataSet}}) { dataSet { id } } }`;
      return {
        parent: 'me',
        field: (page) => `dataSets(${page})`,
        id: 'id',
        token,
        create: async () => (await run(made, token)).createDataSet.dataSet.id,
        remove: (id) =>
          run(`mutation { deleteDataSet(input: {dataSetId: "${id}"}) { dataSet { id } } }`, token),
      };
    },
  },
  {
    name: 'sessions',
    connection: 'Query.mySessions',
    countsBefore: true,
    open: async () => {
      const { email, password, token: first } = await newAccount(server);
      const newest = '{ mySessions(first: 1) { edges { node { id } } } }';
      return {
        field: (page) => `mySessions(${page})`,
        id: 'id',
        token: first,
        create: async () => {
          const { headers } = await logIn(server, email, password);
          const data = await run(newest, headers.get('X-Tidepool-Session-Token') ?? '');
          return data.mySessions.edges[0].node.id;
        },
        remove: (id) => run(`mutation { endSession(input: {id: "${id}"}) { done } }`, first),
      };
    },
  },
  {
    name: 'restricted tokens',
    connection: 'Query.restrictedTokens',
    countsBefore: true,
    open: async () => {
      const [{ userId }, token] = [await newAccount(server), await newServerToken(server)];
      return {
        field: (page) => `restrictedTokens(userId: "${userId}", ${page})`,
        id: 'id',
        token,
        create: async () =>
          (
            await run(
              `mutation { createRestrictedToken(input: {userId: "${userId}"}) { restrictedToken { id } } }`,
              token,
            )
          ).createRestrictedToken.restrictedToken.id,
        remove: (id) => run(`mutation { deleteRestrictedToken(input: {id: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'tasks',
    connection: 'Query.tasks',
    countsBefore: true,
    open: async () => {
      const [type, token] = [`pages.${randomUUID()}`, await newServerToken(server)];
      return {
        field: (page) => `tasks(type: "${type}", ${page})`,
        id: 'id',
        token,
        create: async () =>
          (await run(`mutation { createTask(input: {task: {type: "${type}"}}) { task { id } } }`, token))
            .createTask.task.id,
        remove: (id) => run(`mutation { deleteTask(input: {id: "${id}"}) { done } }`, token),
      };
    },
  },
  {
    name: 'accounts with a role',
    connection: 'Query.users',
    open: async () => {
      const token = await newServerToken(server);
      const createdFrom = new Date().toISOString();
      return {
        field: (page) => `users(role: CLINICIAN, createdFrom: "${createdFrom}", ${page})`,
        id: 'id',
        token,
        create: async () => (await newAccount(server, { roles: ['clinician'] })).userId,
      };
    },
  },
  {
    name: 'reported events',
    connection: 'Query.metricEvents',
    countsBefore: true,
    open: async () => {
      const [name, token] = [`pages ${randomUUID()}`, await newServerToken(server)];
      const newest = `{ metricEvents(eventName: "${name}", first: 1) { edges { node { id } } } }`;
      let known: string | undefined;
      return {
        field: (page) => `metricEvents(eventName: "${name}", ${page})`,
        id: 'id',
        token,
        create: async () => {
          await run(
            `mutation { recordMetricsEvent(input: {kind: USER, subject: "a", eventName: "${name}"}) { done } }`,
            token,
          );
          const id = await waitFor('the event', async () => {
            const [edge] = (await run(newest, token)).metricEvents.edges;
            return edge && edge.node.id !== known ? edge.node.id : undefined;
          });
          known = id;
          return id;
        },
      };
    },
  },
  {
    name: 'consent records',
    connection: 'User.consentRecords',
    countsBefore: true,
    open: async () => {
      const grantor = await newGrantor(server);
      return {
        parent: 'me',
        field: (page) => `consentRecords(latest: false, ${page})`,
        id: 'id',
        token: grantor.token,
        create: async () => {
          const { id } = await grantor.granted();
          await grantor.revoke(id);
          return id;
        },
      };
    },
  },
  {
    name: 'sent invitations',
    connection: 'User.invitationsSent',
    countsBefore: true,
    open: async () => {
      const { userId, token } = await newAccount(server);
      const addresses = new Map<string, string>();
      return {
        parent: 'me',
        field: (page) => `invitationsSent(${page})`,
        id: 'key',
        token,
        create: async () => {
          const email = newEmail(server);
          const input = `{userId: "${userId}", email: "${email}", permissions: [VIEW]}`;
          const data = await run(
            `mutation { sendInvitation(input: ${input}) { invitation { key } } }`,
            token,
          );
          addresses.set(data.sendInvitation.invitation.key, email);
          return data.sendInvitation.invitation.key;
        },
        remove: (key) =>
          run(
            `mutation { cancelInvitation(input: {userId: "${userId}", email: "${addresses.get(key)}"}) { done } }`,
            token,
          ),
      };
    },
  },
];
