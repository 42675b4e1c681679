import { Router } from 'express';
import type { Database } from '../database/database';

/** `/healthz`: the process runs. `/readyz`: it can work, too; load balancers ask this one. */
export function health(database: Database, isStopping: () => boolean): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const ready = !isStopping() && (await isReachable(database));
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  return router;
}

async function isReachable(database: Database): Promise<boolean> {
  try {
    await database.ping();
    return await database.isUpToDate();
  } catch {
    return false;
  }
}
