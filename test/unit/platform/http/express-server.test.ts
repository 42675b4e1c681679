import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createExpressServer } from '../../../../src/platform/http/express-server';

describe('the server of an application', () => {
  it('creates requests and responses with the prototypes that Express would set', async () => {
    const app = express();
    app.get('/', (request, response) => {
      response.set('X-Mine', String(request.app === app && response.app === app)).json(request.query);
    });
    const server = createExpressServer(app);
    const madeAsExpress: boolean[] = [];
    server.prependListener('request', (request, response) => {
      madeAsExpress.push(Object.getPrototypeOf(request) === app.request);
      madeAsExpress.push(Object.getPrototypeOf(response) === app.response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/?a=1`);
      expect(await answer.json()).toEqual({ a: '1' });
      expect(answer.headers.get('X-Mine')).toBe('true');
      expect(madeAsExpress).toEqual([true, true]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
