import express from 'express';
import { join } from 'node:path';
import { logInPagePolicy } from '../../platform/http/page-settings';

/** Path of the dashboard. */
export const dashboardPath = '/dashboard';

interface DashboardFiles {
  /** The issuer that the dashboard logs in at. */
  authority: string;
  /** The folder of the built dashboard, with its `index.html`. */
  folder: string;
}

const oneYear = 365 * 24 * 3600;

/**
 * Serves the built dashboard: its files below `/dashboard/assets`, whose names contain a hash of their content, and its
 * page at every other path below `/dashboard`, because the script of the page knows the paths.
 */
export function dashboardPages({ authority, folder }: DashboardFiles): express.Router {
  const router = express.Router();
  router.use(
    `${dashboardPath}/assets`,
    express.static(join(folder, 'assets'), {
      index: false,
      redirect: false,
      fallthrough: false,
      maxAge: oneYear * 1000,
      immutable: true,
      setHeaders: (response) => response.setHeader('X-Content-Type-Options', 'nosniff'),
    }),
  );
  router.get([dashboardPath, `${dashboardPath}/*path`], (_request, response) => {
    response.set({
      'Content-Security-Policy': logInPagePolicy({ authority }),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    });
    response.sendFile(join(folder, 'index.html'), { cacheControl: false });
  });
  return router;
}
