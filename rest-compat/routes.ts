import { accountRoutes } from './accounts';
import { blobRoutes } from './blobs';
import { confirmationRoutes } from './confirmations';
import { dataRoutes } from './data';
import { deviceLogRoutes } from './device-logs';
import { generalRoutes } from './general';
import { metadataRoutes } from './metadata';
import type { Route } from './route';

/** The route tables of all areas. An area adds its own here. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...blobRoutes,
  ...confirmationRoutes,
  ...dataRoutes,
  ...deviceLogRoutes,
  ...generalRoutes,
  ...metadataRoutes,
];
