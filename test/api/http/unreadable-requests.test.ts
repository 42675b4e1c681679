import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { newAccount } from '../../support/accounts';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();

/** Sends bytes, and returns all that comes back until the connection is closed. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

function parsed(answer: string): { status: number; headers: string; body: unknown } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body: JSON.parse(body) };
}

const request = (line: string, ...headers: string[]) => [line, 'Host: x', ...headers, '', ''].join('\r\n');

describe('a request that the parser of Node.js refuses', () => {
  it.each([
    ['large headers', 431, request('GET /v1/time HTTP/1.1', `X-Large: ${'x'.repeat(20_000)}`), /16 KB\.$/],
    ['a long address', 431, request(`GET /data/x?type=${'x'.repeat(20_000)} HTTP/1.1`), /16 KB\.$/],
    ['another protocol', 400, 'PRI SM\r\n\r\n', /^The request is not valid HTTP: .*\.$/],
    ['a malformed header', 400, request('GET /v1/time HTTP/1.1', 'No colon'), /not valid HTTP/],
    [
      'two lengths',
      400,
      request('POST /auth/user HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'),
      /HTTP/,
    ],
    [
      'a malformed part of a body',
      400,
      `${request('POST /auth/user HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Type: application/json')}zz\r\n`,
      /not valid HTTP/,
    ],
  ])('is answered in JSON: %s', async (_what, status, bytes, message) => {
    const answer = parsed(await answerTo(bytes));
    expect([answer.status, answer.body]).toEqual([
      status,
      { code: status, message: expect.stringMatching(message) },
    ]);
    expect(answer.headers).toContain('content-type: application/json; charset=utf-8');
    expect(answer.headers).toContain('connection: close');
    expect(answer.headers).toContain('access-control-allow-origin: *');
  });

  it('does not take the place of the response to an earlier one', async () => {
    const { token } = await newAccount(server);
    const first = request('GET /auth/user HTTP/1.1', `X-Tidepool-Session-Token: ${token}`);
    expect(await answerTo(`${first}no request\r\n\r\n`)).not.toContain('not valid HTTP');
  });
});
