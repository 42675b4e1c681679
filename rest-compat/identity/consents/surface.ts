import { ConsentRecordAccounts } from '../../../resolvers/identity/consents/consent-accounts';
import { ConsentRecordResolver, ConsentsResolver } from '../../../resolvers/identity/consents/consents';
import { consentNodes } from '../../../resolvers/identity/consents/nodes';
import { consentRules } from '../../../src/graph/permissions/identity/consents';
import { consentRoutes } from './consents';
import { consentSchemas } from './consents.schemas';
import type { Surface } from '../../surface';

/** Consents of people. */
export const consentsSurface: Surface = {
  name: 'consents',
  resolvers: [ConsentRecordAccounts, ConsentRecordResolver, ConsentsResolver],
  nodes: consentNodes,
  rules: [consentRules],
  routes: consentRoutes,
  schemas: consentSchemas,
};
