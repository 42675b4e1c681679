import type { AccountService } from '../../../identity/accounts/account.service';
import type { Database } from '../../../platform/database/database';
import type { DataSourceService } from '../../../records/data-sources/data-source.service';
import type { FailedSource } from '../../../records/data-sources/source-news';
import type { MetadataService } from '../../../identity/metadata/metadata.service';
import { PatientEntity } from '../patient.entity';
import type { ConnectionInvitations } from './connection-invitations';

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  dataSources: DataSourceService;
  connectionInvitations: ConnectionInvitations;
}

/** Notifies people by mail of a failed data source. */
export class SourceIssueService {
  constructor(private readonly parts: Parts) {}

  /** Sends a link to reconnect the source, unless that has happened already or there is no address. */
  async tell({ userId, sourceId }: FailedSource): Promise<void> {
    const [[user], [name = null]] = await Promise.all([
      this.parts.accounts.findMany([userId]),
      this.parts.metadata.displayNames([userId]),
    ]);
    const to = user?.email;
    if (!to) return;
    await this.parts.database.transaction(async (manager) => {
      const sources = await this.parts.dataSources.ofAccount(manager, userId);
      const failed = sources.find(({ id, state }) => id === sourceId && state === 'error');
      if (!failed) return;
      const isShared = await manager.existsBy(PatientEntity, { userId });
      const { providerName } = failed;
      await this.parts.connectionInvitations.tellIssue(manager, userId, { to, name, providerName, isShared });
    });
  }
}
