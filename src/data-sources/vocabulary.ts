import { enumeration } from '../data/record-types/builders';

/** Ways in which providers let us in. */
export const providerType = enumeration('ProviderType', 'How a data provider lets us in.', {
  oauth: 'By an OAuth 2.0 token that the account holder has given us.',
});

/** How a data source is doing. */
export const dataSourceState = enumeration('DataSourceState', 'Whether data of a provider are imported.', {
  connected: 'Data are imported.',
  disconnected: 'The provider does not let us in, or is not to any more.',
  error: 'Imports fail until the account holder does something about it.',
});
