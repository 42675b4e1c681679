import { hex32, nodeType } from '../../node-type';
import { loadDataSource } from './data-sources';
import type { DataSource } from './data-sources.types';
import { loadProviderSession } from './provider-sessions';
import type { ProviderSession } from './provider-sessions.types';

/** Data sources and authorizations at providers. */
export const dataSourceNodes = [
  nodeType<DataSource>({
    type: 'DataSource',
    ownId: hex32,
    load: loadDataSource,
    way: ({ id }) => ({ type: 'Query', field: 'dataSource', args: { id } }),
  }),
  nodeType<ProviderSession>({
    type: 'ProviderSession',
    ownId: hex32,
    load: loadProviderSession,
    way: ({ id }) => ({ type: 'Query', field: 'providerSession', args: { id } }),
  }),
];
