import { accountRoutes } from './accounts';
import { confirmationRoutes } from './confirmations';
import { consentRoutes } from './consents';
import { dataRoutes } from './data';
import { generalRoutes } from './general';
import { messageRoutes } from './messages';
import { metadataRoutes } from './metadata';
import { metricsRoutes } from './metrics';
import type { Route } from './route';

/** The route tables of all areas. An area adds its own here. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...confirmationRoutes,
  ...consentRoutes,
  ...dataRoutes,
  ...generalRoutes,
  ...messageRoutes,
  ...metadataRoutes,
  ...metricsRoutes,
];
