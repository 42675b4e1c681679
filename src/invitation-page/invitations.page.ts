import express from 'express';
import { BrowserBundle } from '../platform/http/browser-bundle';
import { dropPath, iconAddress } from '../platform/http/icon';
import { logInPagePolicy, scriptJson, type LogInPageSettings } from '../platform/http/page-settings';

interface Addresses {
  script: string;
  styles: string;
  /** The style sheet of the pages that mails link to. */
  look: string;
}

/**
 * Serves the page where invited people answer, for a service without a web application, and its files below
 * `{path}/assets`. The page is a client of the graph. It responds with 503 if the browser code is missing.
 *
 * @param assetsFolder the folder of the bundled browser code: `invitations.js` and `invitations.css`
 * @param look URL of the style sheet of the pages that mails link to
 */
export function invitationsPage(
  settings: LogInPageSettings,
  assetsFolder: string,
  look: string,
): express.Router {
  const router = express.Router();
  const { path } = settings;
  const bundle = new BrowserBundle(assetsFolder, `${path}/assets`, ['invitations.js', 'invitations.css']);
  const script = bundle.address('invitations.js');
  const styles = bundle.address('invitations.css');
  const html = script && styles && renderPage(settings, { script, styles, look });

  router.get(path, (_request, response) => {
    if (!html) {
      response.status(503).type('text').send('The page is not here: run "npm run pages".\n');
      return;
    }
    response.set({
      'Content-Security-Policy': logInPagePolicy(settings),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    response.type('html').send(html);
  });

  router.use(`${path}/assets`, bundle.files());
  return router;
}

const renderPage = (
  settings: LogInPageSettings,
  { script, styles, look }: Addresses,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Invitations · Glycograph</title>
    <link rel="icon" href="${iconAddress}" />
    <link rel="stylesheet" href="${look}" />
    <link rel="stylesheet" href="${styles}" />
    <script type="application/json" id="page-settings">${scriptJson(settings)}</script>
    <script src="${script}" defer></script>
  </head>
  <body>
    <header class="brand">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="${dropPath}" /></svg> Glycograph
    </header>
    <main>
      <h1>Invitations</h1>
      <div id="invitations"></div>
      <noscript>
        <p>
          This page needs JavaScript. You can answer the invitation in any application of yours that shows
          invitations, too.
        </p>
      </noscript>
    </main>
  </body>
</html>
`;
