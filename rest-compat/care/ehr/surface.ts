import { EhrResolver } from '../../../resolvers/care/ehr/ehr';
import { EhrOrderResolver, EhrOrdersResolver } from '../../../resolvers/care/ehr/ehr-orders';
import { ehrNodes } from '../../../resolvers/care/ehr/nodes';
import { XealthResolver } from '../../../resolvers/care/ehr/xealth';
import { ehrRules } from '../../../src/graph/permissions/care/ehr';
import { ehrRoutes } from './ehr';
import { ehrSchemas } from './ehr.schemas';
import { xealthRoutes } from './xealth';
import { xealthSchemas } from './xealth.schemas';
import type { Surface } from '../../surface';

/** Data exchange with health record systems. */
export const ehrSurface: Surface = {
  name: 'ehr',
  resolvers: [EhrResolver, EhrOrdersResolver, EhrOrderResolver, XealthResolver],
  nodes: ehrNodes,
  rules: [ehrRules],
  routes: [...ehrRoutes, ...xealthRoutes],
  schemas: { ...ehrSchemas, ...xealthSchemas },
};
