import { GeneralResolver } from '../../resolvers/general';
import { generalRules } from '../../src/graph/permissions/identity/sharing';
import { generalRoutes } from './general';
import { generalSchemas } from './general.schemas';
import type { Surface } from '../surface';

/** Public information, available before log-in. */
export const generalSurface: Surface = {
  name: 'general',
  resolvers: [GeneralResolver],
  rules: [generalRules],
  routes: generalRoutes,
  schemas: generalSchemas,
};
