import { Router, type Request, type RequestHandler, type Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { routePattern } from '../http/route-pattern';

/** Measurements of one process for Prometheus. They name no person and no address that contains one. */
export class ProcessMetrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, from the first byte in to the last byte out.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Measures each request under the pattern of its route. */
  readonly measure: RequestHandler = (request: Request, response: Response, next) => {
    const stop = this.durations.startTimer({ method: request.method });
    response.on('close', () => {
      stop({ route: routePattern(request), status: response.statusCode });
    });
    next();
  };

  /** `/metrics/prometheus`, the text format of Prometheus. */
  get page(): Router {
    const router = Router();
    router.get('/metrics/prometheus', async (_request, response) => {
      response.type(this.registry.contentType).send(await this.registry.metrics());
    });
    return router;
  }
}
