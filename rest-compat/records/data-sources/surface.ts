import {
  DataSourceAccounts,
  ProviderSessionAccounts,
} from '../../../resolvers/records/data-sources/data-source-accounts';
import { DataSourcesResolver } from '../../../resolvers/records/data-sources/data-sources';
import { ProviderConnectionsResolver } from '../../../resolvers/records/data-sources/provider-connections';
import { ProviderSessionsResolver } from '../../../resolvers/records/data-sources/provider-sessions';
import { dataSourceNodes } from '../../../resolvers/records/data-sources/nodes';
import { dataSourceRules } from '../../../src/graph/permissions/records/data-sources';
import { dataSourceRoutes } from './data-sources';
import { dataSourceSchemas } from './data-sources.schemas';
import { providerConnectionRoutes } from './provider-connections';
import { providerSessionRoutes } from './provider-sessions';
import type { Surface } from '../../surface';

/** Data sources and providers. */
export const dataSourcesSurface: Surface = {
  name: 'data-sources',
  resolvers: [
    DataSourceAccounts,
    ProviderSessionAccounts,
    DataSourcesResolver,
    ProviderConnectionsResolver,
    ProviderSessionsResolver,
  ],
  nodes: dataSourceNodes,
  rules: [dataSourceRules],
  routes: [...dataSourceRoutes, ...providerConnectionRoutes, ...providerSessionRoutes],
  schemas: dataSourceSchemas,
};
