import type { ApolloServerPlugin } from '@apollo/server';
import express from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphExecutor } from '../../../src/graph/executor';
import { createGraphServer, graphOverHttp } from '../../../src/graph/graph-server';
import { CostBudget } from '../../../src/graph/limits/budget';
import { buildGraph } from '../../../src/graph/schema';
import { identifyCaller } from '../../../src/graph/identify-caller';
import { createExpressServer } from '../../../src/platform/http/express-server';
import { traceRequests } from '../../../src/platform/http/trace';
import { createLogger } from '../../../src/platform/logging';
import { RequestContexts } from '../../../src/request/contexts';
import type { RequestContext } from '../../../src/request/request-context';
import { graphParts } from '../../../src/surfaces';
import { api } from '../../support/api';
import { listening } from '../../support/listening';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { newPerson, type Person } from '../../support/person';

/** Events that the plugin has received, in order. */
let heard: string[] = [];
let listensToFields = true;

/** Traces operations like common plugins. */
const tracing: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      executionDidStart: () => {
        heard.push('begin');
        const executionDidEnd = () => {
          heard.push('end');
          return Promise.resolve();
        };
        if (!listensToFields) return Promise.resolve({ executionDidEnd });
        return Promise.resolve({
          executionDidEnd,
          willResolveField({ info }) {
            const field = `${info.parentType.name}.${info.fieldName}`;
            return () => {
              heard.push(field);
            };
          },
        });
      },
      didEncounterErrors({ errors }) {
        heard.push(...errors.map(({ path }) => `error at ${path?.join('.')}`));
        return Promise.resolve();
      },
    }),
};

let own: OwnApp;
let person: Person;
let server: Server;
let stop: () => Promise<void>;

/** The graph of the service with an additional plugin. */
async function startGraph({ services }: OwnApp['app']) {
  const { config } = services;
  const log = createLogger('silent');
  const executor = new GraphExecutor(buildGraph(graphParts), { limits: config.operationLimits });
  const app = express();
  const httpServer = createExpressServer(app);
  const budget = new CostBudget(services.buckets, config);
  const graph = createGraphServer({ executor, config, httpServer, log, budget });
  graph.addPlugin(tracing);
  await graph.start();
  app.use(traceRequests(config.HEADER_PREFIXES, log));
  app.all(
    '/graphql',
    identifyCaller(new RequestContexts(services, log)),
    graphOverHttp(graph, { config, log }),
  );
  return { httpServer, stop: () => graph.stop() };
}

/** It listens on a port of its own. */
beforeAll(async () => {
  own = await startOwnApp();
  const started = await startGraph(own.app);
  ({ httpServer: server, stop } = started);
  await listening(server);
  person = await newPerson(own.server);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stop();
  await own.close();
});

beforeEach(() => {
  heard = [];
  listensToFields = true;
});

const ask = async (query: string) => {
  const { port } = server.address() as AddressInfo;
  const { graph } = api({ ...own.server, url: `http://127.0.0.1:${port}` });
  return (await graph(query, { token: person.token })).body;
};

describe('a plugin of Apollo', () => {
  it('receives the fields of an operation that ran before it was installed', async () => {
    const query = '{ me { id isCustodial: id } }';
    listensToFields = false;
    const { data } = await ask(query);
    expect(heard).toEqual(['begin', 'end']);
    heard = [];
    listensToFields = true;
    expect(await ask(query)).toEqual({ data });
    expect(heard.toSorted()).toEqual(['Query.me', 'User.id', 'User.id', 'begin', 'end']);
  });

  it('receives each field, including plain ones, between start and end', async () => {
    expect(await ask('{ me { id } serverTime }')).toEqual({
      data: { me: { id: person.userId }, serverTime: expect.any(String) },
    });
    expect(heard[0]).toBe('begin');
    expect(heard.at(-1)).toBe('end');
    expect(heard.slice(1, -1).toSorted()).toEqual(['Query.me', 'Query.serverTime', 'User.id']);
  });

  it('receives failures with their location', async () => {
    const stranger = await newPerson(own.server);
    const { data, errors } = await ask(`{ user(id: "${stranger.userId}") { id } serverTime }`);
    expect(data).toEqual({ user: null, serverTime: expect.any(String) });
    expect(errors).toMatchObject([{ path: ['user'], extensions: { code: 'FORBIDDEN' } }]);
    expect(heard.toSorted()).toEqual(['Query.serverTime', 'Query.user', 'begin', 'end', 'error at user']);
  });
});
