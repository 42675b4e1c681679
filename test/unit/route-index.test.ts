import express, { type Request, type Response } from 'express';
import fc from 'fast-check';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { indexRoutes } from '../../rest-compat/route-index';
import { listening } from '../support/listening';

const paths = [
  '/data/{userId}',
  '/data/summary',
  '/v1/clinics',
  '/v1/clinics/{clinicId}',
  '/v1/clinics/{clinicId}/patients',
  '/v1/clinics/share/{code}',
  '/v1/{area}/newest',
  '/v1/users/{userId}',
  '/{anything}/tail',
  '/files/{path+}',
  '/info',
];

/** The handler found by checking every route in table order. */
function firstFit(path: string): string {
  const segments = path.split('/').slice(1);
  const fits = (pattern: string) => {
    const parts = pattern.split('/').slice(1);
    if (pattern.includes('+}') ? segments.length < parts.length : segments.length !== parts.length)
      return false;
    return parts.every((part, index) => part.includes('{') || part === segments[index]);
  };
  return paths.find(fits) ?? 'nothing';
}

let server: Server;
let url: string;

/** Every route answers with its path. */
const echoes = paths.map((path) => ({
  method: 'get' as const,
  path,
  answer: (_request: Request, response: Response) => void response.send(path),
}));

beforeAll(async () => {
  const app = express();
  app.use(indexRoutes(echoes, (_request, response, methods) => void response.send(methods.join(' '))));
  app.use((_request, response) => void response.send('nothing'));
  server = createServer(app);
  url = await listening(server);
});

afterAll(async () => {
  server.close();
  await once(server, 'close');
});

it('finds the first matching route in the table', async () => {
  const segment = fc.constantFrom(
    'data',
    'summary',
    'v1',
    'clinics',
    'share',
    'newest',
    'users',
    'tail',
    'files',
    'x',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
      const path = `/${segments.join('/')}`;
      const answer = await fetch(`${url}${path}`);
      expect(await answer.text()).toBe(firstFit(path));
    }),
  );
});

it('lists the methods of a path that is requested with another one', async () => {
  const answer = async (path: string) => (await fetch(url + path, { method: 'DELETE' })).text();
  expect(await answer('/v1/clinics/share/x')).toBe('GET HEAD');
  expect(await answer('/v1/clinics/a/b/c')).toBe('nothing');
});
