import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { newAccount } from '../../support/accounts';
import { tokenHeader } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { rawRequest } from '../../support/raw-http';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

describe('requests that come at once', () => {
  it('of one caller do not delay those of others', async () => {
    const many = 200;
    const agent = new Agent({ keepAlive: true, maxSockets: many + 1 });
    const get = (path: string, token: string) =>
      rawRequest(own.server.url, path, { headers: { [tokenHeader]: token }, agent });
    const [busy, other] = [await newAccount(own.server), await newAccount(own.server)];
    // Connections that are open already deliver their requests in one turn of the event loop.
    await Promise.all(Array.from({ length: many + 1 }, () => get('/v1/time', '')));
    let answered = 0;
    const all = Array.from({ length: many }, async () => {
      const { status } = await get('/auth/user', busy.token);
      answered += 1;
      return status;
    });
    const { status, connectionWasReused } = await get('/auth/user', other.token);
    const before = answered;
    expect({ status, connectionWasReused }).toEqual({ status: 200, connectionWasReused: true });
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    expect(before).toBeLessThan(many / 2);
    agent.destroy();
  });

  it('do not wait for bodies that never end', async () => {
    const { token } = await newAccount(own.server);
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\nExpect: 100-continue';
    const { port } = new URL(own.server.url);
    const slow: Socket[] = Array.from({ length: 50 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of slow) socket.write(`POST /auth/user HTTP/1.1\r\n${head}\r\n\r\n{`);
    await Promise.all(slow.map((socket) => once(socket, 'data')));
    const headers = { [tokenHeader]: token };
    expect((await rawRequest(own.server.url, '/auth/user', { headers })).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});
