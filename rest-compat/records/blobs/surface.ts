import { BlobAccounts } from '../../../resolvers/records/blobs/blob-accounts';
import { BlobContentResolver, BlobsResolver } from '../../../resolvers/records/blobs/blobs';
import { blobNodes } from '../../../resolvers/records/blobs/nodes';
import { blobRules } from '../../../src/graph/permissions/records/blobs';
import { blobRoutes } from './blobs';
import { blobSchemas } from './blobs.schemas';
import type { Surface } from '../../surface';

/** Binary content of accounts. */
export const blobsSurface: Surface = {
  name: 'blobs',
  resolvers: [BlobAccounts, BlobsResolver, BlobContentResolver],
  nodes: blobNodes,
  rules: [blobRules],
  routes: blobRoutes,
  schemas: blobSchemas,
};
