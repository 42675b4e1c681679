import compression from 'compression';
import express, { Router, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import helmet from 'helmet';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { noSuchRoute, refuseBadRequest, refuseRequest, restRouter } from '../rest-compat/engine';

import { apiDocument } from './api-document';
import { areas } from './areas';
import { endGivenAccess } from './identity/accounts/given-access';
import { forgetAccounts } from './identity/auth/account-forgetting';
import type { Config } from './platform/config';
import type { Database } from './platform/database/database';
import { ShutdownSequence } from './platform/shutdown-sequence';
import { explorerPage, explorerPath } from './explorer/explorer.page';
import { GraphExecutor } from './graph/executor';
import { createGraphServer, graphOverHttp } from './graph/graph-server';
import { readAllowList, type AllowList } from './graph/limits/allow-list';
import { CostBudget } from './graph/limits/budget';
import { sandboxPolicy } from './graph/sandbox.page';
import { createStreaming } from './graph/streaming/streaming';
import { identifyCaller } from './graph/identify-caller';
import { dropForwardedPorts } from './platform/http/caller-address';
import { apiReference } from './platform/http/api-reference.page';
import { health } from './platform/health/health';
import type { BackgroundWork } from './platform/composition/area';
import { union } from './platform/composition/areas';
import { limitConnections } from './platform/http/connections-per-address';
import { allowOrigins } from './platform/http/cors';
import { noteNextRequest } from './platform/http/delivery';
import { createExpressServer } from './platform/http/express-server';
import { isGraphPath } from './platform/http/graph-path';
import { favicon } from './platform/http/icon';
import { admitInTurn, turnLimits } from './platform/http/request-turns';
import { inTurn } from './platform/speed/in-turn';
import { traceRequests } from './platform/http/trace';
import { tendBodies } from './platform/http/unread-bodies';
import { listenForWebSockets } from './platform/http/upgrades';
import { invitationsPage } from './invitation-page/invitations.page';
import { invitationOperations } from './invitation-page/operations';
import { landingPage } from './landing-page/landing.page';
import { realmIssuer } from './platform/issuer';
import type { Logger } from './platform/logging';
import { mailPreview } from './platform/mail/preview.page';
import { ProcessMetrics } from './platform/metrics/process-metrics';
import { addServiceGauges } from './platform/metrics/service-gauges';
import { OutboxWorker } from './platform/outbox/outbox-worker';
import { RequestContexts } from './request/contexts';
import { createServices, type Services } from './services';
import { OrphanSweep } from './platform/storage/orphan-sweep';
import { routes, servedGraph } from './surfaces';
import { purgeTask } from './platform/tasks/purge-task';
import type { TaskHandler } from './platform/tasks/task-handler';
import { TaskRunner } from './platform/tasks/task-runner';
import { explorerClientId, invitationsClientId } from './identity/token-service/clients/built-in-clients';
import type { ClientRegistration } from './identity/token-service/clients/client';
import { invitationLinks, invitationsPath } from './identity/token-service/invitation-links';
import { mailPagesLook, MailLinkPages } from './identity/token-service/pages/mail-link-page';
import { passwordResetPages } from './identity/token-service/password-reset-pages';
import { signUpPages } from './identity/token-service/sign-up-pages';
import { tokenServiceRouter } from './identity/token-service/token-service-router';
import { FairTurns } from './platform/workload/fair-turns';
import { RowWriter } from './platform/write-behind/row-writer';

/** The running service: its HTTP server, and how to shut it down. */
export interface App {
  server: Server;
  /** For the metrics, if they have a port of their own. */
  metricsServer?: Server;
  services: Services;
  /** Requests that the process works on, or keeps waiting; without those that wait for others most of the time. */
  requestsInProgress(): number;
  /** Checks the backends, and logs a warning for each one that does not work. Never throws. */
  checkBackends(): Promise<unknown>;
  /**
   * Reports the process as not ready in `/readyz`, and closes each connection after its response, so that load
   * balancers send new requests elsewhere. Requests are still served.
   */
  drain(): void;
  /** Finishes running requests and releases all resources, within bounded time. Never throws. */
  stop(): Promise<void>;
}

/**
 * Milliseconds. Longer than load balancers keep idle connections; otherwise they would send requests on connections
 * that have just been closed.
 */
const idleConnection = 65_000;

/**
 * Milliseconds that parts of the process may take to shut down, in addition to running requests. `docs/health.md`
 * promises their sum, plus a few seconds; `RowWriter` has a limit of its own.
 */
const longestEnd = { streams: 3_000, answers: 1_000, work: 6_000, database: 1_000, traces: 1_000 };

/** Legacy clients prefix some paths with `/dataservices`. */
const stripDataServices: RequestHandler = (request, _response, next) => {
  if (request.url.startsWith('/dataservices/v1/')) request.url = request.url.slice('/dataservices'.length);
  next();
};

/** Responses with people's data must not be cached. */
const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

const firstSegment = (path: string): string | undefined => path.split('/', 2)[1];

/** What the paths of REST begin with. */
const restSegments = new Set(routes.flatMap(({ path }) => [path].flat().map(firstSegment)));

/** Handlers of paths outside graph and REST, whose requests would otherwise be compared with each of those paths. */
function besidesTheApi(...handlers: readonly RequestHandler[]): RequestHandler {
  const router = Router();
  router.use(...handlers);
  return (request, response, next) => {
    const isOfApi = isGraphPath(request.path) || restSegments.has(firstSegment(request.path));
    if (isOfApi) next();
    else router(request, response, next);
  };
}

/** A web application that the process serves besides its own pages. */
export interface WebApplication {
  /** The OAuth client that it logs in as. */
  client: ClientRegistration;
  /** Its pages and files. */
  pages: RequestHandler;
}

/** What a process has besides the service. */
export interface Surroundings {
  /** Served besides the pages of the service, such as the example dashboard by the demo. */
  applications?: readonly WebApplication[];
  /** Sends the last traces. */
  stopTracing?: () => Promise<void>;
}

/**
 * Assembles the service on an open database. Does not listen yet.
 */
export async function createApp(
  config: Config,
  database: Database,
  log: Logger,
  { applications = [], stopTracing = () => Promise.resolve() }: Surroundings = {},
): Promise<App> {
  const services = createServices(config, database, log);
  for (const { client } of applications) services.tokenServiceParts.clients.add(client);
  for (const area of areas.all) await area.assertStartable?.(services);
  const tasks = taskHandlers(services);
  const background = backgroundWork(services, tasks);
  const graph = servedGraph();
  const executor = new GraphExecutor(graph, {
    limits: config.operationLimits,
    isListed: config.GRAPH_ALLOW_LIST_FILE !== undefined,
  });
  const contexts = new RequestContexts(services, log);
  const requestTurns = new FairTurns(turnLimits(config.DATABASE_POOL_SIZE));
  const metrics = new ProcessMetrics(config.METRICS_SCRAPE_TOKEN);
  const { readiness } = services;
  const app = express();
  const server = createExpressServer(app, () => readiness.isHindered);
  server.keepAliveTimeout = idleConnection;
  const limits = {
    budget: new CostBudget(services.buckets, config),
    allowList: openAllowList(config, graph.schema),
  };
  const graphServer = createGraphServer({ executor, config, httpServer: server, log, ...limits });
  const streaming = createStreaming({ schema: graph.schema, executor, contexts, config, log, limits });
  addServiceGauges(metrics.registry, {
    ...services,
    taskTypes: tasks.map(({ type }) => type),
    connections: () => database.connections,
    requests: () => requestTurns.use,
    streams: () => streaming.counts,
  });
  await graphServer.start();
  for (const work of background) work.start();

  app.set('trust proxy', config.TRUST_PROXY);
  app.disable('x-powered-by');
  app.disable('etag');
  const connections = limitConnections(server, {
    most: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUST_PROXY,
  });
  const servesPagesBehindMails = config.WEB_URL === config.BASE_URL;
  app.use(
    inTurn(
      ...(config.TRUST_PROXY > 0 ? [dropForwardedPorts] : []),
      traceRequests(config.HEADER_PREFIXES, log),
      connections.limitRequests,
      noteNextRequest,
      metrics.measure,
      tendBodies(config.BODY_TIMEOUT * 1000, refuseRequest),
      stripDataServices,
      ...(config.METRICS_PORT === undefined ? [metrics.page] : []),
      besidesTheApi(health(readiness)),
      helmet({
        contentSecurityPolicy: false,
        crossOriginResourcePolicy: { policy: 'cross-origin' },
        // Web applications open our pages in pop-up windows and watch their URLs.
        crossOriginOpenerPolicy: false,
      }),
      compression(),
      // Before the CORS rule of the API, because the token service uses cookies and has a stricter one.
      besidesTheApi(tokenServiceRouter(services.tokenServiceParts)),
      allowOrigins(config),
      besidesTheApi(
        favicon(),
        landingPage({ servesInvitations: servesPagesBehindMails }),
        ...(servesPagesBehindMails ? pagesBehindMails(config, services, log) : []),
        ...(config.MAIL_PREVIEW
          ? [mailPreview(union(areas.all.map((area) => area.mailSamples?.(config.WEB_URL) ?? {})))]
          : []),
        apiReference(() => apiDocument(config.BASE_URL, graph.schema), join(publicFolder, 'api-reference')),
        explorer(config),
        ...applications.map(({ pages }) => pages),
      ),
      neverStored,
    ),
  );
  app.all('/graphql/stream', identifyCaller(contexts), streaming.serverSentEvents);
  // After the streams, which stay open.
  const tokenHeaders = ['Authorization', ...config.SESSION_TOKEN_HEADERS];
  app.use(admitInTurn({ turns: requestTurns, tokenHeaders }));
  app.all(
    '/graphql',
    sandboxPolicy,
    identifyCaller(contexts),
    graphOverHttp(graphServer, { config, log, ...limits }),
  );
  app.use(restRouter(routes, { config, executor, contexts, log }));
  app.use(noSuchRoute);
  app.use(refuseBadRequest(log));
  listenForWebSockets(server, connections.limitUpgrades(streaming.upgrade));

  const metricsServer = config.METRICS_PORT === undefined ? undefined : metrics.createServer();
  const drain = () => readiness.hinder('draining');
  const stop = async () => {
    drain();
    const shutdown = new ShutdownSequence(log);
    const isRowWriter = (work: BackgroundWork) => work instanceof RowWriter;
    const stopAll = (all: readonly BackgroundWork[]) => Promise.all(all.map((work) => work.stop()));
    await shutdown.end('streams', longestEnd.streams, () => streaming.stop());
    const answering = config.SHUTDOWN_TIMEOUT * 1000 + longestEnd.answers;
    await shutdown.end('answers', answering, () => graphServer.stop());
    const others = background.filter((work) => !isRowWriter(work));
    await shutdown.end('background work', longestEnd.work, () => stopAll(others));
    // Last, because all others may have left something in memory.
    await stopAll(background.filter(isRowWriter));
    await shutdown.end('the database', longestEnd.database, async () => {
      for (const area of areas.all.toReversed()) await area.close?.(services);
      await database.close();
    });
    metricsServer?.close();
    await shutdown.end('traces', longestEnd.traces, stopTracing);
  };
  return {
    server,
    metricsServer,
    services,
    requestsInProgress: () => requestTurns.use.running + requestTurns.use.waiting,
    checkBackends: () => readiness.report(),
    drain,
    stop,
  };
}

/** Handlers of the tasks of all areas. */
function taskHandlers(services: Services): TaskHandler[] {
  const { NAME_PREFIX } = services.config;
  const purges = union(areas.all.map((area) => area.purges?.(services) ?? {}));
  return [
    ...areas.all.flatMap((area) => area.tasks?.(services) ?? []),
    ...Object.entries(purges).map(([name, rows]) => purgeTask(`${NAME_PREFIX}.purge.${name}`, rows)),
  ];
}

/** Background work of a process, in start order. */
function backgroundWork(services: Services, tasks: readonly TaskHandler[]): BackgroundWork[] {
  const { config, database, log } = services;
  services.tasks.reserve(tasks.filter(({ isOpenToClients }) => !isOpenToClients).map(({ type }) => type));
  const outboxHandlers = union([
    forgetAccounts(union(areas.all.map((area) => area.forgets(services))), services),
    endGivenAccess(union(areas.all.map((area) => area.endsGiven?.(services) ?? {})), services),
    ...areas.all.map((area) => area.outbox?.(services) ?? {}),
  ]);
  const contentOwners = areas.all.flatMap((area) => area.content?.(services) ?? []);
  return [
    ...areas.all.flatMap((area) => area.background?.(services) ?? []),
    new OutboxWorker(database, services.outbox, outboxHandlers, log),
    new TaskRunner(database, services, tasks, log, config.taskPollDelay),
    new OrphanSweep(services.contentStore, contentOwners, log),
  ];
}

/** The documents that callers may run; undefined if they may run any. */
const openAllowList = (
  { GRAPH_ALLOW_LIST_FILE: file }: Config,
  schema: GraphQLSchema,
): AllowList | undefined =>
  file === undefined ? undefined : readAllowList(file, schema, invitationOperations);

const publicFolder = join(__dirname, '..', '..', 'public');

/** Options shared by pages with a log-in by script. */
const logInAt = ({ BASE_URL, AUTH_URL, productionRealm }: Config) => ({
  baseUrl: BASE_URL,
  authority: realmIssuer(AUTH_URL, productionRealm),
});

const explorer = (config: Config): RequestHandler =>
  explorerPage(
    { ...logInAt(config), path: explorerPath, clientId: explorerClientId },
    join(publicFolder, 'explorer'),
  );

/** Pages for links in mails, if there is no web application. */
function pagesBehindMails(config: Config, services: Services, log: Logger): RequestHandler[] {
  const { baseUrl, authority } = logInAt(config);
  const pages = new MailLinkPages(config, log);
  return [
    signUpPages({ ...services, pages }),
    passwordResetPages({ ...services, pages }),
    invitationLinks({ baseUrl, issuer: authority, pages }),
    invitationsPage(
      { ...logInAt(config), path: invitationsPath, clientId: invitationsClientId },
      join(publicFolder, 'invitations'),
      mailPagesLook,
    ),
  ];
}
