import express from 'express';
import { BrowserBundle } from '../platform/http/browser-bundle';
import { iconAddress } from '../platform/http/icon';
import { logInPagePolicy, scriptJson, type LogInPageSettings } from '../platform/http/page-settings';

/** Path of the page. */
export const explorerPath = '/explorer';

/**
 * Serves `/explorer`, a GraphiQL page for the graph of the same host, and its files below `/explorer/assets`. The page
 * loads nothing from elsewhere. It responds with 503 if the browser code is missing.
 *
 * @param assetsFolder the folder of the bundled browser code: `explorer.js` and `explorer.css`
 */
export function explorerPage(settings: LogInPageSettings, assetsFolder: string): express.Router {
  const router = express.Router();
  const bundle = new BrowserBundle(assetsFolder, `${explorerPath}/assets`, ['explorer.js', 'explorer.css']);
  const script = bundle.address('explorer.js');
  const styles = bundle.address('explorer.css');
  const html = script && styles && renderPage(settings, script, styles);

  router.get(explorerPath, (_request, response) => {
    if (!html) {
      response.status(503).type('text').send('The explorer is not here: run "npm run pages".\n');
      return;
    }
    response.set({
      'Content-Security-Policy': logInPagePolicy(settings),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    });
    response.type('html').send(html);
  });

  router.use(`${explorerPath}/assets`, bundle.files());
  return router;
}

function renderPage(settings: LogInPageSettings, script: string, styles: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Glycograph Explorer</title>
    <link rel="icon" href="${iconAddress}" />
    <link rel="stylesheet" href="${styles}" />
    <script type="application/json" id="page-settings">${scriptJson(settings)}</script>
    <script src="${script}" defer></script>
  </head>
  <body>
    <div id="explorer"></div>
    <noscript>The explorer needs JavaScript.</noscript>
  </body>
</html>
`;
}
