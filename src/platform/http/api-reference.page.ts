import { gzipSync } from 'node:zlib';
import { Router, static as serveFolder } from 'express';
import { referenceScript } from './api-reference.script';
import { referenceStyles } from './api-reference.styles';
import { escapeHtml } from '../escape-html';
import { iconAddress } from './icon';

/** The part of an OpenAPI document that the list of routes needs. */
export interface ListedApi {
  paths: Record<string, Record<string, { tags?: readonly string[]; summary?: string }>>;
}

/** A route with its tag. */
interface ListedRoute {
  tag: string;
  route: string;
  summary: string;
}

const routesIn = ({ paths }: ListedApi): ListedRoute[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { tags: [tag = 'Other'] = [], summary = '' }]) => ({
      tag,
      route: `${method.toUpperCase()} ${path}`,
      summary,
    })),
  );

/** The routes by tag: shown until Swagger UI has started, or where it cannot. */
function listOfRoutes(api: ListedApi): string {
  const routes = routesIn(api);
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const item = ({ route, summary }: ListedRoute) =>
    `<li><code>${escapeHtml(route)}</code><p>${escapeHtml(summary)}</p></li>`;
  const section = (tag: string) =>
    `<h2>${escapeHtml(tag)}</h2>\n<ul>\n${routes
      .filter((route) => route.tag === tag)
      .map(item)
      .join('\n')}\n</ul>`;
  return `<main class="routes">
<h1>Glycograph: REST API</h1>
<p>These are the routes. Parameters, bodies and answers are described in <a href="/openapi.json">openapi.json</a>, an
OpenAPI document. With JavaScript, this page shows them, and lets you try them.</p>
${tags.map(section).join('\n')}
</main>`;
}

const renderPage = (api: ListedApi): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glycograph: REST API</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<div id="reference">
${listOfRoutes(api)}
</div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Reference {
  page: string;
  /** JSON text. */
  document: Buffer;
  zipped: Buffer;
}

function renderReference(api: ListedApi): Reference {
  const document = Buffer.from(JSON.stringify(api));
  return { page: renderPage(api), document, zipped: gzipSync(document) };
}

/**
 * The page of the REST API and its OpenAPI document. All files are served locally.
 *
 * @param describe makes the document; called once, when somebody first asks for it
 * @param assetsFolder the folder of Swagger UI
 */
export function apiReference(describe: () => ListedApi, assetsFolder: string): Router {
  const router = Router();
  let described: Reference | undefined;
  const reference = () => (described ??= renderReference(describe()));
  router.get('/openapi.json', (request, response) => {
    const { document, zipped } = reference();
    // It is large: compressing it for each request would take others' time.
    response.set({ 'Cache-Control': 'no-transform', Vary: 'Accept-Encoding' }).type('json');
    if (request.acceptsEncodings('gzip') === false) response.send(document);
    else response.set('Content-Encoding', 'gzip').send(zipped);
  });
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.type('html').send(reference().page);
  });
  router.get('/docs/reference.js', (_request, response) => {
    response.type('js').send(referenceScript);
  });
  router.get('/docs/reference.css', (_request, response) => {
    response.type('css').send(referenceStyles);
  });
  router.use('/docs/assets', serveFolder(assetsFolder, { index: false, maxAge: '1h' }));
  return router;
}
