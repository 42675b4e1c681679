import { GeneralResolver } from '../../resolvers/general';
import { generalRules } from '../../src/graph/permissions/identity/sharing';
import { nodeRules } from '../../src/graph/permissions/nodes';
import { generalRoutes } from './general';
import { generalSchemas } from './general.schemas';
import type { Surface } from '../surface';

/** Public information, available before log-in. */
export const generalSurface: Surface = {
  name: 'general',
  resolvers: [GeneralResolver],
  rules: [generalRules, nodeRules],
  routes: generalRoutes,
  schemas: generalSchemas,
};
