import express from 'express';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createExpressServer } from '../../../../src/platform/http/express-server';
import { listenForWebSockets } from '../../../../src/platform/http/upgrades';

it('requests that offer another protocol are read on, on a connection that nobody takes for a new one', async () => {
  const app = express();
  app.use((_request, response) => void response.send('read'));
  const server = createExpressServer(app);
  let connections = 0;
  server.on('connection', () => (connections += 1));
  listenForWebSockets(server, (_request, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  try {
    for (let count = 0; count < 3; count += 1) {
      const headers = { Connection: 'Upgrade', Upgrade: 'h2c' };
      const sent = request({ host: '127.0.0.1', port, agent, headers }).end();
      const [response] = await once(sent, 'response');
      expect(await text(response)).toBe('read');
    }
    expect(connections).toBe(1);
  } finally {
    agent.destroy();
    server.close();
  }
});
