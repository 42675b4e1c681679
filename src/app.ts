import compression from 'compression';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { noSuchRoute, refuseBadRequest, refuseRequest, restRouter } from '../rest-compat/engine';

import { routes } from '../rest-compat/routes';
import { apiDocument } from './api-document';
import { shelvedReads } from './audit/shelved-reads';
import { accountMailSamples } from './auth/account-change-mails';
import { clinicMailSamples } from './clinics/clinic-mail-samples';
import { prescriptionMailSamples } from './prescriptions/prescription-mail';
import type { Config } from './config';
import { consentMailSamples } from './consents/consent-mails';
import { confirmationMailSamples } from './confirmations/mails/samples';
import { TokenSealing } from './data-sources/token-sealing';
import type { Database } from './database/database';
import { explorerPage, explorerPath } from './explorer/explorer.page';
import { GraphExecutor } from './graph/executor';
import { createGraphServer, graphOverHttp } from './graph/graph-server';
import { sandboxPolicy } from './graph/sandbox.page';
import { buildSchema } from './graph/schema';
import { createStreaming } from './graph/streaming/streaming';
import { takeIn } from './graph/take-in';
import { apiReference } from './http/api-reference.page';
import { backendChecks } from './health/backend-checks';
import { databaseChecks } from './health/database-checks';
import { health } from './health/health';
import { Readiness } from './health/readiness';
import { limitConnections } from './http/connections-per-address';
import { allowOrigins } from './http/cors';
import { noteNextRequest } from './http/delivery';
import { createExpressServer } from './http/express-server';
import { favicon } from './http/icon';
import { traceRequests } from './http/trace';
import { tendBodies } from './http/unread-bodies';
import { listenForWebSockets } from './http/upgrades';
import { invitationsPage } from './invitation-page/invitations.page';
import { landingPage } from './landing-page/landing.page';
import type { Logger } from './logging';
import { openMailer } from './mail/open-mailer';
import { mailPreview } from './mail/preview.page';
import { outboxHandlers } from './outbox-handlers';
import { OutboxWorker } from './outbox/outbox-worker';
import { RequestContexts } from './request/contexts';
import { issuerOf } from './foundation';
import { createServices, type Services } from './services';
import { OrphanSweep } from './storage/orphan-sweep';
import { taskHandlers } from './task-handlers';
import { TaskRunner } from './tasks/task-runner';
import { ProcessMetrics } from './telemetry/process-metrics';
import { explorerClientId, invitationsClientId } from './token-service/clients/built-in-clients';
import { invitationLinks, invitationsPath } from './token-service/invitation-links';
import { mailPagesLook, MailLinkPages } from './token-service/pages/mail-link-page';
import { passwordResetPages } from './token-service/password-reset-pages';
import { signUpPages } from './token-service/sign-up-pages';
import { tokenServiceRouter } from './token-service/token-service-router';
import { asTheyAre, RowShelf } from './write-behind/row-shelf';
import { RowWriter } from './write-behind/row-writer';

/** What goes on beside the requests. */
interface BackgroundWork {
  start(): void;
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

/** The running service: the server to listen with, and how to bring it to an end. */
export interface App {
  server: Server;
  services: Services;
  /**
   * From now on `/readyz` says that the process is not ready, and each answer is the last of its connection: whoever
   * spreads requests sends them elsewhere. Everything is answered as before.
   */
  drain(): void;
  /** Finishes what is running and lets go of everything, in the reverse order of starting. */
  stop(): Promise<void>;
}

/**
 * Milliseconds. Longer than load balancers keep a connection that nobody uses: else they send a request on one that was
 * closed just now.
 */
const idleConnection = 65_000;

/** Clients of old put `/dataservices` in front of some addresses. */
const stripDataServices: RequestHandler = (request, _response, next) => {
  if (request.url.startsWith('/dataservices/v1/')) request.url = request.url.slice('/dataservices'.length);
  next();
};

/** What people's data are answered with stays in no cache on the way. */
const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Puts the service together on an open database. Nothing listens yet. */
export async function createApp(config: Config, database: Database, log: Logger): Promise<App> {
  const services = createServices(config, database, log);
  await services.consents.assertTextsUnchanged();
  const handlers = taskHandlers(services, config);
  services.tasks.reserve(handlers.filter((handler) => !handler.isOpenToClients).map(({ type }) => type));
  const mailer = openMailer(config.MAIL_URL, config.MAIL_FROM);
  const background: BackgroundWork[] = [
    new RowWriter(
      'reads',
      services.audit.waiting,
      services.audit.store,
      new RowShelf(config.waitingRowsFolder, 'reads', shelvedReads),
      log,
    ),
    new OutboxWorker(database, services.outbox, outboxHandlers(mailer, services, database), log),
    services.events,
    services.alertWorker,
    new RowWriter(
      'metrics',
      services.metrics.waiting,
      services.metrics.store,
      new RowShelf(config.waitingRowsFolder, 'metrics', asTheyAre()),
      log,
    ),
    new TokenSealing(services.providerSessions, log),
    new TaskRunner(database, services, handlers, log, config.taskPollDelay),
    new OrphanSweep(
      services.contentStore,
      [services.blobs, services.deviceLogs, services.requestedExports],
      log,
    ),
  ];
  const schema = buildSchema();
  const executor = new GraphExecutor(schema);
  const contexts = new RequestContexts(services, log);
  const metrics = new ProcessMetrics();
  const readiness = new Readiness(
    { limit: config.READY_TIMEOUT * 1000, required: config.READY_REQUIRES },
    log,
  );
  readiness.add(
    ...databaseChecks(database),
    ...backendChecks(services, mailer, config.REDIS_URL !== undefined),
  );
  const app = express();
  const server = createExpressServer(app, () => readiness.isHindered);
  server.keepAliveTimeout = idleConnection;
  const graph = createGraphServer(executor, config, server, log);
  const streaming = createStreaming({ schema, executor, contexts, config, log });
  await graph.start();
  for (const work of background) work.start();

  app.set('trust proxy', config.TRUST_PROXY);
  app.disable('x-powered-by');
  app.disable('etag');
  const limits = limitConnections(server, {
    most: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUST_PROXY,
  });
  app.use(traceRequests(config.HEADER_PREFIXES, log), limits.limitRequests, noteNextRequest, metrics.measure);
  app.use(tendBodies(config.BODY_TIMEOUT * 1000, refuseRequest), stripDataServices);
  app.use(health(readiness), metrics.page);
  app.use(
    helmet({
      contentSecurityPolicy: false,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      // Web applications open our pages in windows of theirs and watch where these go.
      crossOriginOpenerPolicy: false,
    }),
  );
  app.use(compression());
  // Before the rule of origins for the API: the token service keeps cookies and has a stricter one.
  app.use(tokenServiceRouter(services.tokenServiceParts));
  app.use(allowOrigins(config.SESSION_TOKEN_HEADERS, config.HEADER_PREFIXES));
  const servesPagesBehindMails = config.WEB_URL === config.BASE_URL;
  app.use(favicon(), landingPage({ servesInvitations: servesPagesBehindMails }));
  if (servesPagesBehindMails) app.use(pagesBehindMails(config, services, log));
  if (config.MAIL_PREVIEW)
    app.use(
      mailPreview({
        ...accountMailSamples(config.WEB_URL),
        ...confirmationMailSamples(config.WEB_URL),
        ...clinicMailSamples(config.WEB_URL),
        ...consentMailSamples(config.WEB_URL),
        ...prescriptionMailSamples(config.WEB_URL),
      }),
    );
  app.use(apiReference(apiDocument(config.BASE_URL)));
  app.use(explorer(config));
  app.use(neverStored);
  app.all('/graphql/stream', takeIn(contexts), streaming.serverSentEvents);
  app.all('/graphql', sandboxPolicy, takeIn(contexts), graphOverHttp(graph, config, log));
  app.use(restRouter(routes, { config, executor, contexts, log }));
  app.use(noSuchRoute);
  app.use(refuseBadRequest(log));
  listenForWebSockets(server, limits.limitUpgrades(streaming.upgrade));

  const drain = () => readiness.hinder('draining');
  const stop = async () => {
    drain();
    await streaming.stop();
    await graph.stop();
    for (const work of background.reverse()) await work.stop();
    mailer.close();
    services.pushTransport.close();
    services.events.close();
    services.counters.close();
    await services.idempotency.stop();
    await database.close();
  };
  return { server, services, drain, stop };
}

const publicFolder = join(__dirname, '..', '..', 'public');

/** What pages with a log-in by script have in common. */
const logInAt = ({ BASE_URL, AUTH_URL, productionRealm }: Config) => ({
  baseUrl: BASE_URL,
  authority: issuerOf(AUTH_URL, productionRealm),
});

const explorer = (config: Config): RequestHandler =>
  explorerPage(
    { ...logInAt(config), path: explorerPath, clientId: explorerClientId },
    join(publicFolder, 'explorer'),
  );

/** The pages that links of mails lead to where no web application does. */
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
