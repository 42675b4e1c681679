import { Router, type Request, type RequestHandler, type Response } from 'express';

/** A path in table notation, such as `/v1/clinics/{clinicId}`, a method, and a handler. */
export interface IndexedRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  answer: RequestHandler;
}

/** Stands for every segment that no route names literally. */
const any = '*';

/** Converts `{name}` and `{name+}` to the notation of Express. */
const expressPath = (path: string): string =>
  path.replace(/\{(\w+)(\+?)\}/g, (_spelled, name: string, rest: string) => (rest ? '*' : ':') + name);

/** The methods that the routes of a path support. */
function methodsAt(router: Router, path: string): string[] {
  const layers = router.stack as unknown as { route?: { methods: object }; match(path: string): boolean }[];
  const fitting = layers.filter((layer) => layer.match(path));
  const methods = fitting.flatMap(({ route }) => Object.keys(route?.methods ?? {}));
  const names = new Set(methods.map((method) => method.toUpperCase()));
  return [...names, ...(names.has('GET') ? ['HEAD'] : [])];
}

/** The first two segments of a path. */
const beginning = (path: string): [first: string | undefined, second: string | undefined] => {
  const [, first, second] = path.split('/', 3);
  return [first, second];
};

const isParameter = (segment: string): boolean => segment.includes('{');

const spelled = (segment: string): string => (isParameter(segment) ? any : segment);

/**
 * Dispatches a request to the routes with matching first two segments, in table order. A router tries its routes one by
 * one, so several hundred of them would cost more than the response itself.
 *
 * @param refuse responds when the path is known but only with other methods
 */
export function indexRoutes(
  routes: readonly IndexedRoute[],
  refuse: (request: Request, response: Response, methods: readonly string[]) => void,
): RequestHandler {
  const beginnings = routes.map(({ path }) => beginning(path));
  const pairs = new Set(
    beginnings.map(([first = '', second = '']) => `${spelled(first)}/${spelled(second)}`),
  );
  const firsts = new Set(beginnings.map(([first = '']) => spelled(first)));
  const routers = new Map<string, Router>();

  const fits = (pattern: string | undefined, segment: string): boolean =>
    pattern === undefined || isParameter(pattern) || pattern === segment;

  function findRouter(first: string, second: string): Router {
    const key = `${first}/${second}`;
    let router = routers.get(key);
    if (!router) {
      router = Router({ caseSensitive: true, strict: false });
      for (const [index, { method, path, answer }] of routes.entries()) {
        const [one, two] = beginnings[index] ?? [];
        if (fits(one, first) && fits(two, second)) router[method](expressPath(path), answer);
      }
      routers.set(key, router);
    }
    return router;
  }

  return (request, response, next) => {
    const [first = '', second = ''] = beginning(request.path);
    const one = firsts.has(first) ? first : any;
    const isSpelled = pairs.has(`${one}/${second}`) || pairs.has(`${any}/${second}`);
    const router = findRouter(one, isSpelled ? second : any);
    router(request, response, (error?: unknown) => {
      const methods = error === undefined ? methodsAt(router, request.path) : [];
      if (methods.length > 0) refuse(request, response, methods);
      else next(error);
    });
  };
}
