import { Router } from 'express';
import type { Readiness } from './readiness';

/** Seconds to wait before retrying. */
const retryAfter = '5';

/** `/healthz`: the process is running. `/readyz`: it can also serve requests; for load balancers. */
export function health(readiness: Readiness): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const { isReady, status, checks } = await readiness.report();
    if (!isReady) response.setHeader('Retry-After', retryAfter);
    response.setHeader('Cache-Control', 'no-store');
    response.status(isReady ? 200 : 503).json({ status, checks });
  });
  return router;
}
