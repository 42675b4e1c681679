import type { AccountService } from '../../identity/accounts/account.service';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import type { DataSetService } from '../data/data-set.service';
import type { UploadService } from '../data/upload.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { RestrictedTokenService } from '../../identity/restricted-tokens/restricted-token.service';
import type { TaskService } from '../../platform/tasks/task.service';
import { DataSourceEntity } from './data-source.entity';
import { DataSourceService } from './data-source.service';
import { findCloudSources } from './find-cloud-sources';
import { Imports } from './imports';
import { ProviderAuthorizationService } from './provider-authorization.service';
import { ProviderSessionEntity } from './provider-session.entity';
import { ProviderSessionService } from './provider-session.service';
import { ProviderUploadService } from './provider-upload.service';
import { ProviderTokenKeyEntity } from './provider-token-key.entity';
import { Providers } from './providers';
import { readProvidersFile } from './providers-file';
import type { SourceListener } from './source-listener';
import {
  dataSourceFailedTopic,
  dataSourcesChangedTopic,
  SourceNews,
  type ChangedSources,
  type FailedSource,
} from './source-news';
import { TokenCipher } from './token-cipher';
import { TokenSealing } from './token-sealing';

interface Needs extends Base {
  accounts: AccountService;
  confirmations: ConfirmationService;
  dataSets: DataSetService;
  outbox: OutboxService;
  restrictedTokens: RestrictedTokenService;
  tasks: TaskService;
  uploads: UploadService;
}

interface Later {
  sourceListener: SourceListener;
}

/** Data from other services. */
export const dataSourcesArea = defineArea({
  name: 'data-sources',
  entities: [DataSourceEntity, ProviderSessionEntity, ProviderTokenKeyEntity],
  create(services: Needs, _later: Needs & Later) {
    const { accounts, config, database, dataSets, outbox, tasks } = services;
    const { PROVIDERS_FILE, PROVIDER_TOKEN_KEY, BASE_URL, WEB_URL, NAME_PREFIX } = config;
    const news = new SourceNews(outbox);
    const providers = new Providers(
      PROVIDERS_FILE === undefined ? [] : readProvidersFile(PROVIDERS_FILE, BASE_URL),
    );
    const imports = new Imports(tasks, dataSets, providers.getDelivery, NAME_PREFIX);
    const providerSessions = new ProviderSessionService({
      database,
      accounts,
      imports,
      cipher: new TokenCipher(database, PROVIDER_TOKEN_KEY),
      news,
    });
    return {
      providers,
      providerSessions,
      findCloudSources,
      dataSources: new DataSourceService(database, accounts, providerSessions, news),
      providerUploads: new ProviderUploadService({ ...services, imports, news }),
      providerAuthorizations: new ProviderAuthorizationService(
        { ...services, providers, providerSessions },
        { baseUrl: BASE_URL, webUrl: WEB_URL },
      ),
    };
  },
  forgets: ({ dataSources }) => ({ dataSources: ({ userId }) => dataSources.forgetAccount(userId) }),
  endsGiven: ({ dataSources }) => ({
    dataSources: ({ userId, takenTime }) => dataSources.deleteAll(userId, takenTime),
  }),
  outbox: ({ sourceListener }) => ({
    [dataSourcesChangedTopic]: (payload) => sourceListener.changed(payload as ChangedSources),
    [dataSourceFailedTopic]: (payload) => sourceListener.failed(payload as FailedSource),
  }),
  background: ({ providerSessions, log }) => [new TokenSealing(providerSessions, log)],
});
