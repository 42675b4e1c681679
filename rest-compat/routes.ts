import { accountRoutes } from './accounts';
import { confirmationRoutes } from './confirmations';
import { dataRoutes } from './data';
import { generalRoutes } from './general';
import { metadataRoutes } from './metadata';
import type { Route } from './route';

/** The route tables of all areas. An area adds its own here. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...confirmationRoutes,
  ...dataRoutes,
  ...generalRoutes,
  ...metadataRoutes,
];
