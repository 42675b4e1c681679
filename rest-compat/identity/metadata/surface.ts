import { MetadataResolver } from '../../../resolvers/identity/metadata/metadata';
import { metadataRules } from '../../../src/graph/permissions/identity/metadata';
import { metadataRoutes } from './metadata';
import type { Surface } from '../../surface';

/** Profiles, settings and preferences. */
export const metadataSurface: Surface = {
  name: 'metadata',
  resolvers: [MetadataResolver],
  rules: [metadataRules],
  routes: metadataRoutes,
};
