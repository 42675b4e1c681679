import { accessRoutes } from './access';
import { accountRoutes } from './accounts';
import { blobRoutes } from './blobs';
import { confirmationRoutes } from './confirmations';
import { consentRoutes } from './consents';
import { custodialAccountRoutes } from './custodial-accounts';
import { dataRoutes } from './data';
import { dataDeletionRoutes } from './data-deletions';
import { deviceLogRoutes } from './device-logs';
import { generalRoutes } from './general';
import { messageRoutes } from './messages';
import { metadataRoutes } from './metadata';
import { metricsRoutes } from './metrics';
import { passwordResetRoutes } from './password-reset';
import { relatedUserRoutes } from './related-users';
import { restrictedTokenRoutes } from './restricted-tokens';
import { sessionRoutes } from './sessions';
import type { Route } from './route';
import { userRoutes } from './users';

/** The route tables of all areas. An area adds its own here. */
export const routes: readonly Route[] = [
  ...accessRoutes,
  ...accountRoutes,
  ...blobRoutes,
  ...confirmationRoutes,
  ...consentRoutes,
  ...dataRoutes,
  ...dataDeletionRoutes,
  ...deviceLogRoutes,
  ...generalRoutes,
  ...messageRoutes,
  ...custodialAccountRoutes,
  ...passwordResetRoutes,
  ...relatedUserRoutes,
  ...restrictedTokenRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...metadataRoutes,
  ...metricsRoutes,
];
