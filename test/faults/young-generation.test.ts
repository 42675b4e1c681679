import { api } from '../support/api';
import { startServer, type RunningServer } from '../support/server-process';

const mebibyte = 1024 * 1024;

let server: RunningServer;

afterEach(() => server.close());

/** Bytes of the young generation, as reported by the process. */
async function youngBytes(): Promise<number> {
  const { text } = await api(server).get('/metrics/prometheus');
  const found = /^nodejs_heap_space_size_total_bytes\{space="new"\} (\S+)$/m.exec(text);
  return Number(found?.[1] ?? NaN);
}

describe('the young generation of a process that has just started', () => {
  it('is small, although nearly all that a start makes lives on, and grows with the work', async () => {
    server = await startServer();
    expect(await youngBytes()).toBeLessThan(16 * mebibyte);
    for (let count = 0; count < 10; count += 1)
      expect((await api(server).get('/openapi.json')).status).toBe(200);
    expect(await youngBytes()).toBeGreaterThan(2 * mebibyte);
  });
});
