import { Router, type Request, type RequestHandler, type Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { routePattern } from '../http/route-pattern';

/** Prometheus metrics of one process. They contain no names of people and no addresses that do. */
export class ProcessMetrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, from the first byte received to the last byte sent.',
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

  /** Serves `/metrics/prometheus` in the text format of Prometheus. */
  get page(): Router {
    const router = Router();
    router.get('/metrics/prometheus', async (_request, response) => {
      response.type(this.registry.contentType).send(await this.registry.metrics());
    });
    return router;
  }
}
