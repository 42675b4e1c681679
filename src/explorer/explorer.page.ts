import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';

export interface ExplorerPageSettings {
  /** The public address of the service, without a slash at the end. */
  baseUrl: string;
  /** The issuer whose log-in the page uses: the token service's address with a realm. */
  authority: string;
  /** The client id that the page logs in with. Its redirect address must be `{baseUrl}/explorer`. */
  clientId: string;
  /** The folder of the bundled browser code: `explorer.js` and `explorer.css`. */
  assetsFolder: string;
}

const oneYear = 365 * 24 * 3600;

/**
 * Serves `/explorer`, a GraphiQL page for the graph of the same host, and its files below `/explorer/assets`. The
 * page loads nothing from elsewhere. It answers 503 when the browser code was not built.
 */
export function explorerPage(settings: ExplorerPageSettings): express.Router {
  const router = express.Router();
  const script = versionOf(settings.assetsFolder, 'explorer.js');
  const styles = versionOf(settings.assetsFolder, 'explorer.css');
  const html = script && styles && renderPage(settings, script, styles);

  router.get('/explorer', (_request, response) => {
    if (!html) {
      response.status(503).type('text').send('The explorer has not been built yet: run "npm run build".\n');
      return;
    }
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(settings.authority),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    });
    response.type('html').send(html);
  });

  router.use(
    '/explorer/assets',
    express.static(settings.assetsFolder, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders: (response) => {
        const { v: version } = response.req.query;
        const isCurrent = version === script || version === styles;
        response.setHeader('Cache-Control', isCurrent ? `public, max-age=${oneYear}, immutable` : 'no-cache');
        response.setHeader('X-Content-Type-Options', 'nosniff');
      },
    }),
  );
  return router;
}

/** A short name for the contents of a file, or nothing if there is no such file. */
function versionOf(folder: string, file: string): string | undefined {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}

/**
 * The editors set styles on their elements and the dialogs insert style elements, hence `unsafe-inline` for styles;
 * their fonts and small pictures are inside the style sheet as `data:` addresses.
 */
function contentSecurityPolicy(authority: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(authority).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function renderPage(settings: ExplorerPageSettings, scriptVersion: string, stylesVersion: string): string {
  const { baseUrl, authority, clientId } = settings;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Glycograph Explorer</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/explorer/assets/explorer.css?v=${stylesVersion}" />
    <script type="application/json" id="explorer-settings">${scriptJson({ baseUrl, authority, clientId })}</script>
    <script src="/explorer/assets/explorer.js?v=${scriptVersion}" defer></script>
  </head>
  <body>
    <div id="explorer"></div>
    <noscript>The explorer needs JavaScript.</noscript>
  </body>
</html>
`;
}

/** JSON that cannot end the script element it stands in, whatever the values contain. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
