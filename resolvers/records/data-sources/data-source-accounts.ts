import { accountEdges } from '../../identity/auth/account-edge';
import { DataSource } from './data-sources.types';
import { ProviderSession } from './provider-sessions.types';

const owner = {
  accountOf: ({ userId }: { userId: string }) => userId,
  description: 'The account that owns the data.',
};

/** The account of a data source. */
export const DataSourceAccounts = accountEdges(DataSource, { owner });

/** The account of a provider session. */
export const ProviderSessionAccounts = accountEdges(ProviderSession, { owner });
