import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendEndlessly } from './endless-answer';

/** A request of the service under test to a provider's token endpoint. */
export interface TokenRequest {
  authorization?: string;
  form: Record<string, string>;
}

/** A minimal data provider over HTTP. */
export interface DataProvider {
  /** Its base URL. */
  url: string;
  /** Every token request, oldest first. */
  requests: TokenRequest[];
  /** The response to the next code, once `before` is done; status 200 by default. */
  answer: { status?: number; body: object | 'endless'; before?: () => Promise<unknown> };
  /** The bytes of endless responses that were sent until the service disconnected. */
  sent: Promise<number>[];
  /** Writes a file of providers; entries use the URLs of this one by default. */
  file(entries: object[]): string;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** An id token of a provider whose `issuer` is `http://localhost`, with these claims. */
export function idTokenWith(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const all = { iss: 'http://localhost', aud: 'client', sub: 's', iat, exp: iat + 600, ...claims };
  return `${part({ alg: 'RS256' })}.${part(all)}.${Buffer.from('signature').toString('base64url')}`;
}

/** Starts a provider on a free port. */
export async function startDataProvider(): Promise<DataProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-provider-'));
  const requests: TokenRequest[] = [];
  const sent: Promise<number>[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (text) => {
      const form = Object.fromEntries(new URLSearchParams(text));
      requests.push({ authorization: request.headers.authorization, form });
      const { status = 200, body, before } = provider.answer;
      await before?.();
      if (body === 'endless') return void sent.push(sendEndlessly(response));
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: DataProvider = {
    url,
    requests,
    answer: { body: {} },
    sent,
    file(entries) {
      const path = join(folder, 'providers.json');
      const defaults = {
        clientId: 'client',
        clientSecret: 'secret of the client',
        authorizeUrl: `${url}/authorize?tenant=1`,
        tokenUrl: `${url}/token`,
        scopes: ['read', 'offline'],
        stateSalt: 'salt of the state of requests',
      };
      writeFileSync(path, JSON.stringify(entries.map((entry) => ({ ...defaults, ...entry }))));
      return path;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return provider;
}
