import { Router } from 'express';

/** The drop next to the product name, on a 24 × 24 grid. */
export const dropPath = 'M12 2C8.5 7 5 10.9 5 15a7 7 0 0 0 14 0c0-4.1-3.5-8-7-13Z';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#17599f" d="${dropPath}"/></svg>
`;

/** The icon as a data URL, so that pages whose policy forbids images can show it, too. */
export const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;

/** Serves `/favicon.ico`, which browsers request for pages without an icon. */
export function favicon(): Router {
  const router = Router();
  router.get('/favicon.ico', (_request, response) => {
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.type('svg').send(icon);
  });
  return router;
}
