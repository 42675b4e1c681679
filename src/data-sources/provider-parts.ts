import type { AccountService } from '../accounts/account.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { DataSetService } from '../data/data-set.service';
import type { Database } from '../database/database';
import type { OutboxService } from '../outbox/outbox.service';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { TaskService } from '../tasks/task.service';
import { DataSourceService } from './data-source.service';
import { Imports } from './imports';
import { ProviderAuthorizationService } from './provider-authorization.service';
import { ProviderSessionService } from './provider-session.service';
import { Providers } from './providers';
import { readProvidersFile } from './providers-file';
import { SourceNews } from './source-news';
import { TokenCipher } from './token-cipher';

/** What the services of this file need from others. */
interface Parts {
  database: Database;
  accounts: AccountService;
  confirmations: ConfirmationService;
  dataSets: DataSetService;
  outbox: OutboxService;
  restrictedTokens: RestrictedTokenService;
  tasks: TaskService;
}

interface ProviderSettings {
  /** Where the providers are described; without it there are none. */
  providersFile?: string;
  /** Seal the tokens of providers, the first one new ones; without any a key is kept in the database. */
  tokenKeys: readonly string[];
  taskPrefix: string;
  baseUrl: string;
  webUrl: string;
}

/** Where data of other services come from. */
export function createProviderParts(parts: Parts, settings: ProviderSettings) {
  const { database, accounts, confirmations, dataSets, restrictedTokens, tasks } = parts;
  const news = new SourceNews(parts.outbox);
  const { providersFile, tokenKeys, taskPrefix, ...addresses } = settings;
  const providers = new Providers(
    providersFile === undefined ? [] : readProvidersFile(providersFile, settings.baseUrl),
  );
  const providerSessions = new ProviderSessionService(
    database,
    accounts,
    new Imports(tasks, dataSets, providers.deliveryOf, taskPrefix),
    new TokenCipher(database, tokenKeys),
    news,
  );
  return {
    providers,
    providerSessions,
    dataSources: new DataSourceService(database, accounts, providerSessions, news),
    providerAuthorizations: new ProviderAuthorizationService(
      providers,
      providerSessions,
      restrictedTokens,
      accounts,
      confirmations,
      addresses,
    ),
  };
}
