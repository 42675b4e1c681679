import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fetchLimited } from '../../../../src/platform/http/fetch-limited';

let server: Server;
let respond: (response: ServerResponse) => void;

beforeAll(() => {
  server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
  return once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The response to a request that is responded to in this way. */
function fetched(how: typeof respond, limit?: number): Promise<Response> {
  respond = how;
  return fetchLimited(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, limit);
}

const tooLarge = { name: 'TypeError', code: 'RESPONSE_TOO_LARGE' };
const mebibyte = 1024 * 1024;

describe('a fetched response', () => {
  it('has its status, its headers and its whole body', async () => {
    const response = await fetched((answer) => answer.writeHead(418, { 'x-kind': 'pot' }).end('{"é":1}'));
    expect([response.status, response.headers.get('x-kind')]).toEqual([418, 'pot']);
    expect(await response.json()).toEqual({ é: 1 });
  });

  it('can be without a body', async () => {
    const response = await fetched((answer) => answer.writeHead(204).end());
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('has at most 1 MiB, in pieces of any size', async () => {
    const response = await fetched((answer) => {
      for (const piece of ['ab', 'c', 'd'.repeat(mebibyte - 3)]) answer.write(piece);
      answer.end();
    });
    expect(await response.text()).toBe(`abc${'d'.repeat(mebibyte - 3)}`);
    await expect(fetched((answer) => answer.end(Buffer.alloc(mebibyte + 1)))).rejects.toMatchObject(tooLarge);
  });

  it('has at most as much as its reader allows', async () => {
    expect(await (await fetched((answer) => answer.end('abc'), 3)).text()).toBe('abc');
    await expect(fetched((answer) => answer.end('abcd'), 3)).rejects.toMatchObject(tooLarge);
  });

  it('is measured as it is read, not as it is sent', async () => {
    const packed = gzipSync(Buffer.alloc(16 * mebibyte));
    const answered = fetched((answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    expect(packed.length).toBeLessThan(mebibyte);
    await expect(answered).rejects.toMatchObject(tooLarge);
  });
});
