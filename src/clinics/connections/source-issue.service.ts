import type { AccountService } from '../../accounts/account.service';
import type { Database } from '../../database/database';
import type { DataSourceService } from '../../data-sources/data-source.service';
import type { FailedSource } from '../../data-sources/source-news';
import type { MetadataService } from '../../metadata/metadata.service';
import { PatientEntity } from '../patient.entity';
import type { ConnectionInvitations } from './connection-invitations';

/** Tells people by mail that a source of their data has failed. */
export class SourceIssueService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly dataSources: DataSourceService,
    private readonly invitations: ConnectionInvitations,
  ) {}

  /** Sends a link to connect the source once more, unless that has happened meanwhile or there is no address. */
  async tell({ userId, sourceId }: FailedSource): Promise<void> {
    const [[user], [name = null]] = await Promise.all([
      this.accounts.findMany([userId]),
      this.metadata.displayNames([userId]),
    ]);
    const to = user?.email;
    if (!to) return;
    await this.database.transaction(async (manager) => {
      const sources = await this.dataSources.ofAccount(manager, userId);
      const failed = sources.find(({ id, state }) => id === sourceId && state === 'error');
      if (!failed) return;
      const isShared = await manager.existsBy(PatientEntity, { userId });
      const { providerName } = failed;
      await this.invitations.tellIssue(manager, userId, { to, name, providerName, isShared });
    });
  }
}
