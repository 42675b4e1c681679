import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inTurn } from '../../../../src/platform/speed/in-turn';

/** The answer of an application whose handlers run in turn, and that answers errors with their message. */
async function answerThrough(...handlers: RequestHandler[]): Promise<{ status: number; text: string }> {
  const app = express();
  app.use(inTurn(...handlers));
  app.use((_request, response) => void response.send('passed'));
  const tell: ErrorRequestHandler = (error: Error, _request, response, _next) =>
    void response.status(500).send(error.message);
  const server = app.use(tell).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { status: answer.status, text: await answer.text() };
  } finally {
    server.close();
  }
}

const pass: RequestHandler = (_request, _response, next) => next();
const passLater: RequestHandler = (_request, _response, next) => void setImmediate(next);
const fail: RequestHandler = () => {
  throw new Error('thrown');
};

describe('handlers in turn', () => {
  it('pass a request on, at once or later', async () => {
    expect(await answerThrough(pass, passLater, pass)).toEqual({ status: 200, text: 'passed' });
  });

  it.each([
    ['thrown at once', [pass, fail, pass]],
    ['thrown after another handler has waited', [passLater, fail]],
    ['passed to next', [pass, ((_request, _response, next) => next(new Error('thrown'))) as RequestHandler]],
  ])('leave an error to the application that is %s', async (_when, handlers) => {
    expect(await answerThrough(...handlers)).toEqual({ status: 500, text: 'thrown' });
  });
});
