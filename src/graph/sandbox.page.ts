import type { ApolloServerPlugin } from '@apollo/server';
import helmet from 'helmet';
import { iconAddress } from '../platform/http/icon';

/**
 * Apollo Sandbox in a frame, for browsers that open the URL of the graph. It is loaded from Apollo's servers. If
 * they are unavailable, or scripts do not run, the text below stays, with a link to the built-in explorer.
 */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glycograph: Apollo Sandbox</title>
<link rel="icon" href="${iconAddress}">
<style>
body { margin: 0; color: #21272f; background: #fff; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 10vh 1rem 2rem; }
a { color: #17599f; }
#sandbox { display: none; }
.loaded main { display: none; }
.loaded #sandbox { display: block; height: 100vh; }
#sandbox iframe { width: 100%; height: 100%; border: 0; background: #fff; }
</style>
</head>
<body>
<main>
<h1>The graph</h1>
<p>Apollo Sandbox comes from the servers of Apollo, which cannot be reached from here.</p>
<p><a href="/explorer">Open the explorer of this service</a>: it needs no internet.</p>
<p>Programs send queries to this address with POST, as JSON.</p>
</main>
<div id="sandbox"></div>
<script src="https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js"></script>
<script>
if (window.EmbeddedSandbox) {
  document.body.className = 'loaded';
  new window.EmbeddedSandbox({
    target: '#sandbox',
    initialEndpoint: location.href,
    endpointIsEditable: false,
    runTelemetry: false,
  });
}
</script>
</body>
</html>
`;

/** Shows the page to browsers. Requests for results are answered as usual. */
export const sandboxPage: ApolloServerPlugin = {
  serverWillStart: () => Promise.resolve({ renderLandingPage: () => Promise.resolve({ html: page }) }),
};

/** Allows the page and its frame to load from Apollo's servers, and from nowhere else. */
export const sandboxPolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", "'unsafe-inline'", 'https://*.cdn.apollographql.com'],
    styleSrc: [
      "'self'",
      "'unsafe-inline'",
      'https://fonts.googleapis.com',
      'https://*.cdn.apollographql.com',
    ],
    fontSrc: ['https://fonts.gstatic.com'],
    imgSrc: ["'self'", 'data:', 'https://*.cdn.apollographql.com'],
    manifestSrc: ['https://*.cdn.apollographql.com'],
    frameSrc: ['https://sandbox.embed.apollographql.com', 'https://*.apollographql.com'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});
