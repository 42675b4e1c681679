import { RelatedUsersResolver } from '../../../resolvers/identity/sharing/related-users';
import {
  PermissionsPayloadEdges,
  ShareResolver,
  SharingResolver,
} from '../../../resolvers/identity/sharing/sharing';
import { sharingNodes } from '../../../resolvers/identity/sharing/nodes';
import { sharingRules } from '../../../src/graph/permissions/identity/sharing';
import { accessRoutes } from './access';
import { relatedUserRoutes } from './related-users';
import { sharingSchemas } from './sharing.schemas';
import type { Surface } from '../../surface';

/** Sharing of data between accounts. */
export const sharingSurface: Surface = {
  name: 'sharing',
  resolvers: [ShareResolver, SharingResolver, PermissionsPayloadEdges, RelatedUsersResolver],
  nodes: sharingNodes,
  rules: [sharingRules],
  routes: [...accessRoutes, ...relatedUserRoutes],
  schemas: sharingSchemas,
};
