import { once } from 'node:events';
import { request } from 'node:http';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

describe('a process that is asked to stop', () => {
  it('finishes what is running, takes nothing new, and ends', async () => {
    const server = await startServer({ LOG_LEVEL: 'info' });
    const { userId, token } = await newAccount(server);
    const { hostname, port } = new URL(server.url);
    const running = request({
      ...{ hostname, port, path: `/metadata/${userId}/profile`, method: 'PUT' },
      headers: { 'X-Tidepool-Session-Token': token, 'Transfer-Encoding': 'chunked', Expect: '100-continue' },
    });
    running.flushHeaders();
    // From here on the server waits for the body.
    await once(running, 'continue');
    running.write('{"fullName":');

    const stopped = server.stop();
    await waitFor('the server to stop listening', () =>
      fetch(`${server.url}/healthz`).then(
        () => undefined,
        () => true,
      ),
    );
    expect(server.isRunning()).toBe(true);

    running.end('"Ann"}');
    const [response] = await once(running, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
    await stopped;
    expect(server.isRunning()).toBe(false);

    await server.start();
    const { body } = await api(server).get(`/metadata/${userId}/profile`, { token });
    expect(body).toEqual({ fullName: 'Ann' });
  });

  it('is not kept by idle connections', async () => {
    const server = await startServer();
    await api(server).get('/info');
    await server.stop();
    expect(server.isRunning()).toBe(false);
  });
});
