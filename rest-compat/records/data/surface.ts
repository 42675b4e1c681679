import { DeleteDataEdges, UploadDataEdges } from '../../../resolvers/records/data/changed-data-sets';
import { DataResolver } from '../../../resolvers/records/data/data';
import { DataSetAccounts, DataSetResolver } from '../../../resolvers/records/data/data-sets';
import { DataSubscriptions } from '../../../resolvers/records/data/data-subscriptions';
import { datumClasses } from '../../../resolvers/records/data/datum-types';
import { dataNodes } from '../../../resolvers/records/data/nodes';
import { dataRules, datumRules } from '../../../src/graph/permissions/records/data';
import { dataRoutes } from './data';
import { dataDeletionRoutes } from './data-deletions';
import { dataSchemas } from './data.schemas';
import { legacyDataRoutes } from './legacy-data';
import type { Surface } from '../../surface';

/** Records from devices. */
export const dataSurface: Surface = {
  name: 'data',
  resolvers: [
    DataResolver,
    UploadDataEdges,
    DeleteDataEdges,
    DataSetResolver,
    DataSetAccounts,
    DataSubscriptions,
  ],
  types: datumClasses,
  nodes: dataNodes,
  rules: [dataRules, datumRules],
  routes: [...dataRoutes, ...dataDeletionRoutes, ...legacyDataRoutes],
  schemas: dataSchemas,
};
