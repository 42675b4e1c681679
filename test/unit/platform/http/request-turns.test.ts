import express, { type ErrorRequestHandler } from 'express';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { admitInTurn } from '../../../../src/platform/http/request-turns';
import { FairTurns } from '../../../../src/platform/workload/fair-turns';
import { listening } from '../../../support/listening';
import { waitFor } from '../../../support/wait-until';

const never = 2 ** 30;
const refuse: ErrorRequestHandler = (error: { code: string; status: number }, _request, response, _next) => {
  response.status(error.status).json(error.code);
};

/** A server with one turn, whose requests run until they are told to end. */
async function openStage(longestTurn = never) {
  const turns = new FairTurns({ atOnce: 1, waitingOfOne: 3, waiting: 4 });
  const [begun, ends]: [string[], Map<string, () => void>] = [[], new Map()];
  const app = express();
  app.use(admitInTurn({ turns, tokenHeaders: ['X-Token', 'Authorization'], longestTurn }));
  app.get('/:name', ({ params: { name } }, response) => {
    begun.push(name);
    ends.set(name, () => void response.json(name));
  });
  app.use(refuse);
  const server = createServer(app);
  const url = await listening(server);
  const waiting = (count: number) =>
    waitFor(`${count} requests wait`, () => turns.use.waiting === count || undefined);
  /** Sends a request, which may be aborted. */
  const send = (name: string, headers: Record<string, string> = {}) => {
    const outgoing = request(`${url}/${name}`, { headers, agent: false }).end();
    const answered = once(outgoing, 'response').then(([{ statusCode }]) => statusCode as number);
    return { leave: () => outgoing.destroy(), status: answered.catch(() => 0) };
  };
  const running = (name: string) => waitFor(`${name} runs`, () => ends.get(name));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { begun, send, running, waiting, end: async (name: string) => (await running(name))(), close };
}

describe('requests', () => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  afterEach(() => stage.close());

  it('begin in turn, and callers take turns, whichever header has their token', async () => {
    stage = await openStage();
    const { begun, send, running, waiting, end } = stage;
    send('a1', { 'X-Token': 'a' });
    await running('a1');
    const others: [string, string][] = [
      ['a2', 'X-Token'],
      ['a3', 'X-Token'],
      ['b1', 'Authorization'],
    ];
    for (const [index, [name, header]] of others.entries()) {
      send(name, { [header]: name.slice(0, 1) });
      await waiting(index + 1);
    }
    expect(begun).toEqual(['a1']);
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('of callers without a token take turns by address', async () => {
    stage = await openStage();
    const { begun, send, running, waiting, end } = stage;
    send('first');
    await running('first');
    for (const [index, name] of ['second', 'third'].entries()) {
      send(name);
      await waiting(index + 1);
    }
    send('known', { 'X-Token': 'known' });
    await waiting(3);
    for (const name of ['first', 'second', 'known', 'third']) await end(name);
    expect(begun).toEqual(['first', 'second', 'known', 'third']);
  });

  it('do not wait for one that takes long', async () => {
    stage = await openStage(1);
    const { send, running, end } = stage;
    const slow = send('slow');
    await running('slow');
    const next = send('next');
    await end('next');
    expect(await next.status).toBe(200);
    await end('slow');
    expect(await slow.status).toBe(200);
  });

  it('of a caller who has left are never begun, and give their place to others', async () => {
    stage = await openStage();
    const { begun, send, running, waiting, end } = stage;
    send('running');
    await running('running');
    const gone = send('gone');
    await waiting(1);
    gone.leave();
    await waiting(0);
    const last = send('last');
    await waiting(1);
    await end('running');
    await end('last');
    expect([await gone.status, await last.status]).toEqual([0, 200]);
    expect(begun).toEqual(['running', 'last']);
  });

  it('are refused when too many of a caller wait', async () => {
    stage = await openStage();
    const { begun, send, running, waiting, end } = stage;
    send('running');
    await running('running');
    const names = ['one', 'two', 'three'];
    const all = names.map((name) => send(name));
    await waiting(3);
    expect(await send('four').status).toBe(503);
    for (const name of ['running', ...names]) await end(name);
    expect(await Promise.all(all.map(({ status }) => status))).toEqual([200, 200, 200]);
    expect(begun).not.toContain('four');
  });
});
