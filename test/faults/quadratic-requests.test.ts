import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { api, type Answer } from '../support/api';
import { newClinic } from '../support/clinics';
import { deduplicator, newPerson } from '../support/person';
import { food } from '../support/records';
import { loadDuring } from '../support/server-load';
import { startServer, type RunningServer } from '../support/server-process';

/** Maximum factor by which others wait longer than for a harmless request of the same size; test machines are busy. */
const tolerance = 8;

/** Milliseconds that are no wait on such a machine. */
const unnoticed = 60;

type Send = (isHostile: boolean) => Promise<Answer>;

const marks = (isHostile: boolean, count: number): string =>
  `a${(isHostile ? '\u0301\u0327' : 'bc').repeat(count)}`;

const ways: Record<string, (server: RunningServer) => Promise<Send>> = {
  async 'a version of an uploader'(server) {
    const { userId, token } = await newPerson(server);
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    return (isHostile) => {
      const version = (isHostile ? 'uploader' : 'somebody').repeat(130_000);
      const raw = gzipSync(JSON.stringify([{ type: 'upload', version }]));
      return api(server).post(`/data/${userId}`, { token, raw, headers });
    };
  },
  async 'a key of a browser'(server) {
    const { userId, token } = await newPerson(server);
    return (isHostile) => {
      const p256dh = `${(isHostile ? '=' : 'a').repeat(200_000)}x`;
      const body = { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh, auth: 'abc' } };
      return api(server).post(`/v1/users/${userId}/web_push_subscriptions`, { token, body });
    };
  },
  async 'a search'(server) {
    const { id, admin } = await newClinic(server);
    const query =
      'query ($id: ID!, $search: String!) { clinic(id: $id) { clinicians(first: 1, search: $search) { totalCount } } }';
    return (isHostile) =>
      api(server).graph(query, { token: admin.token, variables: { id, search: marks(isHostile, 75_000) } });
  },
  async 'a record number'(server) {
    const { id: clinicId, admin } = await newClinic(server);
    const query =
      'query ($clinicId: ID!, $mrn: String!) { findPatients(clinicId: $clinicId, mrn: $mrn) { edges { node { user { id } } } } }';
    return (isHostile) =>
      api(server).graph(query, {
        token: admin.token,
        variables: { clinicId, mrn: marks(isHostile, 75_000) },
      });
  },
  async 'old versions of meals'(server) {
    const person = await newPerson(server);
    const open = () => person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin.older') });
    const sets = { hostile: await open(), harmless: await open() };
    const meals = (isHostile: boolean, time: string) =>
      Array.from({ length: 2_000 }, (_, index) =>
        food({ name: `meal ${index}`, origin: { id: isHostile ? 'o' : `o${index}`, time } }),
      );
    for (const isHostile of [true, false])
      await person.upload(sets[isHostile ? 'hostile' : 'harmless'], meals(isHostile, '2024-05-06T09:00:00Z'));
    return (isHostile) =>
      person.upload(sets[isHostile ? 'hostile' : 'harmless'], meals(isHostile, '2024-05-06T08:00:00Z'));
  },
};

describe('a request that is small', () => {
  it.each(Object.entries(ways))('does not keep others waiting: %s', async (_name, prepare) => {
    const server = await startServer();
    const send = await prepare(server);
    await send(false);
    const harmless = await loadDuring(server, () => send(false));
    const hostile = await loadDuring(server, () => send(true));
    expect(hostile.result.status).toBeLessThan(500);
    expect(hostile.longestSilence / Math.max(unnoticed, harmless.longestSilence)).toBeLessThan(tolerance);
    await server.close();
  });
});

/** Sends the beginning of a message in fragments of a byte, over a WebSocket without log-in. */
async function sendFragments(server: RunningServer, fragments: number): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    ...['GET /graphql HTTP/1.1', `Host: ${hostname}`, 'Connection: Upgrade', 'Upgrade: websocket'],
    ...['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Protocol: graphql-transport-ws',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  const closed = once(socket, 'close');
  const frame = (first: number) => Buffer.from([first, 0x81, 0, 0, 0, 0, 0x61]);
  socket.write(Buffer.concat([frame(1), ...Array<Buffer>(fragments).fill(frame(0))]));
  socket.resume();
  await closed;
}

it('messages in very many fragments are refused, before anybody has logged in', async () => {
  const server = await startServer();
  const { peakMemory } = await loadDuring(server, () =>
    Promise.all(Array.from({ length: 150 }, () => sendFragments(server, 16_000))),
  );
  expect(peakMemory).toBeLessThan(400);
  await server.close();
});
