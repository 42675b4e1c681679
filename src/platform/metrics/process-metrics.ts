import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { routePattern } from '../http/route-pattern';
import { measures } from '../telemetry/measures';

const path = '/metrics/prometheus';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Prometheus metrics of one process. They contain no names of people and no addresses that do. */
export class ProcessMetrics {
  /** For metrics that are read from the services of this process. */
  readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, from the first byte received to the last byte sent.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });

  /** @param token that whoever reads the metrics must send, as `Authorization: Bearer`; without one, nobody must */
  constructor(private readonly token?: string) {
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
  get page(): RequestHandler {
    const router = Router();
    router.get(path, (request, response) => this.answer(request, response));
    return (request, response, next) => {
      if (request.path.toLowerCase().startsWith(path)) router(request, response, next);
      else next();
    };
  }

  /** A server for the metrics alone, at `/metrics` and `/metrics/prometheus`. Does not listen yet. */
  createServer(): Server {
    return createServer((request, response) => {
      const asked = request.url?.split('?')[0];
      if (asked === path || asked === '/metrics') return void this.answer(request, response);
      response.writeHead(404).end();
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.isAllowed(request)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
      return;
    }
    const texts = await Promise.all([this.registry.metrics(), measures.metrics()]);
    response.writeHead(200, { 'Content-Type': this.registry.contentType, 'Cache-Control': 'no-store' });
    response.end(texts.join('\n'));
  }

  private isAllowed({ headers }: IncomingMessage): boolean {
    return (
      this.token === undefined ||
      timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${this.token}`))
    );
  }
}
