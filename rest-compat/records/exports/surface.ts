import { RequestedExportAccounts } from '../../../resolvers/records/exports/export-accounts';
import { ExportsResolver } from '../../../resolvers/records/exports/exports';
import { RequestedExportListResolver } from '../../../resolvers/records/exports/requested-export-list';
import { RequestedExportsResolver } from '../../../resolvers/records/exports/requested-exports';
import { exportNodes } from '../../../resolvers/records/exports/nodes';
import { exportRules } from '../../../src/graph/permissions/records/exports';
import { exportRoutes } from './exports';
import type { Surface } from '../../surface';

/** Data exports. */
export const exportsSurface: Surface = {
  name: 'exports',
  resolvers: [
    RequestedExportAccounts,
    ExportsResolver,
    RequestedExportsResolver,
    RequestedExportListResolver,
  ],
  nodes: exportNodes,
  rules: [exportRules],
  routes: exportRoutes,
};
