import { enumeration } from '../../platform/validation/builders';

/** How providers authorize access. */
export const providerType = enumeration('ProviderType', 'How a data provider authorizes access.', {
  oauth: 'With an OAuth 2.0 token from the account owner.',
});

/** States of a data source. */
export const dataSourceState = enumeration('DataSourceState', 'State of a data import.', {
  connected: 'Connected: data is imported.',
  disconnected: 'Disconnected: the provider denies access, or the account was disconnected.',
  error: 'Error: imports fail until the account owner takes action.',
});
