import express, { type Response, type Router } from 'express';
import { allowAnyOrigin, allowReaders, answerPreflight } from './cross-origin';
import { answerFailure } from './failure';
import { LogInOver } from './log-in-over';
import type { RealmCall, RealmRoute } from './realm-route';
import { realmRoutes } from './realm-routes';
import { startAnew } from './steps/start-anew';
import type { TokenServiceParts } from './token-service-parts';

/** Headers that control framing and cross-site access; here each response sets its own. */
const framingHeaders = ['Content-Security-Policy', 'X-Frame-Options', 'Cross-Origin-Resource-Policy'];

/**
 * The token service: OAuth 2.0 and OpenID Connect below `/realms/{realm}`. Mount it at the root of the application.
 */
export function tokenServiceRouter(parts: TokenServiceParts): Router {
  const { realms } = parts;
  const router = express.Router();

  router.use('/realms/:realm', (request, response, next) => {
    for (const name of framingHeaders) response.removeHeader(name);
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Allow-Credentials'])
      response.removeHeader(name);
    if (realms.has(request.params.realm)) return next();
    allowAnyOrigin({ parts, request, response });
    if (request.method === 'OPTIONS') return answerPreflight(response);
    response.status(404).json({ error: 'Realm does not exist' });
  });

  for (const route of realmRoutes) {
    const path = `/realms/:realm${route.path}`;
    router[route.method](path, async (request, response) => {
      const realm = realms.get(String(request.params.realm));
      if (realm) await answer({ realm, parts, request, response }, route);
    });
  }
  for (const path of new Set(realmRoutes.map((route) => route.path))) {
    const routes = realmRoutes.filter((route) => route.path === path);
    const readable = routes.find(({ readableBy }) => readableBy !== undefined);
    router.options(`/realms/:realm${path}`, (request, response) => {
      if (readable) allowReaders({ parts, request, response }, readable);
      answerPreflight(response);
    });
    router.all(`/realms/:realm${path}`, (request, response) => {
      allowAnyOrigin({ parts, request, response });
      refuseMethod(request.method, routes, response);
    });
  }
  return router;
}

/** Answers a request for a known path with an unsupported method. */
function refuseMethod(sent: string, routes: readonly RealmRoute[], response: Response): void {
  const methods = routes.map(({ method }) => method.toUpperCase());
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
  const description = `This address does not accept ${sent}, only ${allowed}`;
  response.status(405).set('Allow', allowed);
  response.json({ error: 'invalid_request', error_description: description });
}

async function answer(call: RealmCall, route: RealmRoute): Promise<void> {
  const { response } = call;
  response.setHeader('Cache-Control', 'no-store');
  allowReaders(call, route);
  try {
    await handle(call, route);
  } catch (error) {
    answerFailure(call, route, error);
  }
}

/** The page of a log-in that is over leads on. */
async function handle(call: RealmCall, route: RealmRoute): Promise<void> {
  try {
    await route.handler(call);
  } catch (error) {
    if (!(error instanceof LogInOver)) throw error;
    await startAnew(call, error);
  }
}
