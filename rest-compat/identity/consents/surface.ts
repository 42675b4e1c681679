import { ConsentRecordResolver, ConsentsResolver } from '../../../resolvers/identity/consents/consents';
import { consentRules } from '../../../src/graph/permissions/identity/consents';
import { consentRoutes } from './consents';
import { consentSchemas } from './consents.schemas';
import type { Surface } from '../../surface';

/** Consents of people. */
export const consentsSurface: Surface = {
  name: 'consents',
  resolvers: [ConsentRecordResolver, ConsentsResolver],
  rules: [consentRules],
  routes: consentRoutes,
  schemas: consentSchemas,
};
