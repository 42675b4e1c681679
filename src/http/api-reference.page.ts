import { Router, static as serveFolder } from 'express';
import { absolutePath } from 'swagger-ui-dist';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glycograph: REST API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

const script = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The REST API as a page to read and to try, and the OpenAPI document behind it. All files are our own. */
export function apiReference(document: object): Router {
  const router = Router();
  router.get('/openapi.json', (_request, response) => {
    response.json(document);
  });
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.type('html').send(page);
  });
  router.get('/docs/reference.js', (_request, response) => {
    response.type('js').send(script);
  });
  router.use('/docs/assets', serveFolder(absolutePath(), { index: false, maxAge: '1h' }));
  return router;
}
