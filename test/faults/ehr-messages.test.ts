import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, type Json } from '../support/api';
import { accepted, newClinic } from '../support/clinics';
import { connectClinic, newOrder, sent } from '../support/ehr';
import { startServer } from '../support/server-process';
import { waitFor, waitForTakeover } from '../support/wait-until';

/** A health record system whose responses a test controls. */
async function startReceiver() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content: Json = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      receiver.received.push({ key: String(request.headers['idempotency-key']), content });
      receiver.answer(response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [] as { key: string; content: Json }[],
    answer: (response: ServerResponse): void => void response.end(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

const outcomesOf = ({ content }: { content: Json }): string[] =>
  content.Orders[0].Results.map(({ Value }: Json) => Value as string);

describe('a message to a health record system', () => {
  it('arrives under one key if the process is killed while sending it, or the receiver fails', async () => {
    const receiver = await startReceiver();
    const server = await startServer({ REDOX_URL: receiver.url });
    const sourceId = await connectClinic(server, await newClinic(server));
    receiver.answer = () => undefined;
    await sent(server, newOrder(sourceId, { code: 'enable' }));
    await waitFor('the message', () => receiver.received[0]);
    await server.kill();
    const troubles: ((response: ServerResponse) => void)[] = [
      (response) => void response.writeHead(503).end('{}'),
      (response) => response.destroy(),
      (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1' }).end(),
      (response) => void response.writeHead(200).end('not { JSON'),
    ];
    receiver.answer = (response) => (troubles.shift() ?? ((each) => each.end()))(response);
    await server.start();
    await waitForTakeover('all troubles', () => (troubles.length === 0 ? true : undefined));
    // A later message is delivered after it, so nothing is left of the first one.
    await sent(server, newOrder(sourceId, { code: 'disable' }));
    const keys = await waitFor('a later message', () => {
      const found = new Set(receiver.received.map(({ key }) => key));
      return found.size > 1 ? [...found] : undefined;
    });
    expect(keys).toHaveLength(2);
    const [first] = keys;
    expect(receiver.received.filter(({ key }) => key === first)).toHaveLength(5);
    expect(new Set(receiver.received.map(({ content }) => JSON.stringify(content))).size).toBe(2);
    await server.close();
    receiver.close();
  });

  it('is correct however often the process is killed: each order creates one account, and reports it', async () => {
    const receiver = await startReceiver();
    const server = await startServer({ REDOX_URL: receiver.url });
    const clinic = await newClinic(server);
    const sourceId = await connectClinic(server, clinic);
    const numbers = Array.from({ length: 20 }, (_, index) => `mrn ${index}`);
    await Promise.all(
      numbers.map((mrn) => sent(server, newOrder(sourceId, { code: 'create', mrn, lastName: mrn }))),
    );
    const patients = async (): Promise<Json[]> => {
      const path = `${clinic.path}/patients?limit=100`;
      return accepted(await api(server).get(path, { token: clinic.admin.token })).data;
    };
    for (const many of [2, 9]) {
      await waitForTakeover(`${many} patients`, async () =>
        (await patients()).length >= many ? true : undefined,
      );
      await server.kill();
      await server.start();
    }
    const told = () => new Map(receiver.received.map((message) => [message.key, outcomesOf(message)]));
    await waitForTakeover('all answers', () => (told().size >= numbers.length ? true : undefined));
    expect([...told().values()]).toEqual(numbers.map(() => ['SUCCESS', 'Account was successfully created']));
    expect((await patients()).map(({ mrn }) => mrn as string).sort()).toEqual([...numbers].sort());
    await server.close();
    receiver.close();
  });
});
