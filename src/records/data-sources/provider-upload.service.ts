import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/errors';
import type { Sender } from '../../platform/idempotency/sender';
import type { DataSetEntity } from '../data/data-set.entity';
import type { DataSetService } from '../data/data-set.service';
import type { ReadBody } from '../data/upload-turns.service';
import type { UploadService } from '../data/upload.service';
import { DataSourceEntity } from './data-source.entity';
import type { Imports } from './imports';
import { ProviderSessionEntity } from './provider-session.entity';
import type { SourceNews } from './source-news';

/** How a provider names an account. */
interface LinkedAccount {
  providerName: string;
  externalId: string;
}

/** Where an upload goes. */
interface Target {
  source: DataSourceEntity;
  dataSetId: string;
  /** The data set, unless the upload has to read it. */
  open?: DataSetEntity;
}

/** Dependencies of the class below. */
interface Parts {
  accounts: AccountService;
  database: Database;
  dataSets: DataSetService;
  imports: Imports;
  uploads: UploadService;
  news: SourceNews;
}

/** Uploads of providers that push the data of connected accounts. */
export class ProviderUploadService {
  constructor(private readonly parts: Parts) {}

  /**
   * Adds records to the data set of a connected account, and notes the import in its data source. Returns the number of
   * stored records. Throws when no account is connected with this external id, also if it was disconnected while the
   * records arrived, and what other uploads throw.
   */
  async upload(
    account: LinkedAccount,
    readBody: ReadBody,
    sender?: Sender,
  ): Promise<{ stored: number; dataSetId: string }> {
    const { source, dataSetId, open } = await this.findTarget(account);
    const stored = await this.parts.uploads.upload(dataSetId, readBody, sender, open, (manager, records) =>
      this.note(
        manager,
        source,
        records.map(({ time }) => time),
      ),
    );
    return { stored, dataSetId };
  }

  /** Where to upload to. Opens a data set if those of a provider that pushes its data were deleted or closed. */
  private async findTarget(account: LinkedAccount): Promise<Target> {
    const { database, dataSets, imports } = this.parts;
    const source = await this.find(database.reader, account);
    if (!source) throw unknownLink();
    const open = await dataSets.findOpen(database.reader, source.userId, source.dataSetIds);
    if (open) return { source, dataSetId: open.uploadId, open };
    if (imports.arePushed(source.providerName)) return this.openDataSet(account, source.userId);
    const [dataSetId] = source.dataSetIds;
    if (dataSetId === undefined) throw unknownLink();
    return { source, dataSetId };
  }

  private openDataSet(account: LinkedAccount, userId: string): Promise<Target> {
    const { accounts, database, imports, news } = this.parts;
    return database.transaction(async (manager) => {
      await accounts.lockExisting(manager, userId);
      const source = await this.find(manager, account);
      // The link id may lead to another account by now, which is not locked.
      if (source?.userId !== userId) throw unknownLink();
      const dataSetId = await imports.openDataSet(manager, source);
      await news.changed(manager, userId);
      return { source, dataSetId };
    });
  }

  private find(
    manager: EntityManager,
    { providerName, externalId }: LinkedAccount,
  ): Promise<DataSourceEntity | null> {
    return manager
      .createQueryBuilder(DataSourceEntity, 'source')
      .innerJoin(ProviderSessionEntity, 'session', 'session.id = source.providerSessionId')
      .where('session.externalId = :externalId AND session.name = :providerName', {
        externalId,
        providerName,
      })
      .andWhere("session.type = 'oauth' AND source.state = 'connected'")
      .orderBy('session.createdTime', 'DESC')
      .getOne();
  }

  /**
   * Notes the import and widens the covered time. Throws if the source was disconnected while the records arrived. One
   * statement without a lock on the account, so that uploads never wait for each other. Times ahead do not count: readings
   * from other devices would be hidden until then.
   */
  private async note(
    manager: EntityManager,
    { userId, id, providerSessionId }: DataSourceEntity,
    times: readonly number[],
  ): Promise<void> {
    const instant = now();
    const past = times.filter((time) => time <= instant);
    const earliest = past.reduce((least, time) => Math.min(least, time), Infinity);
    const latest = past.reduce((most, time) => Math.max(most, time), -Infinity);
    const { affected } = await manager
      .createQueryBuilder()
      .update(DataSourceEntity)
      .set({
        ...(past.length > 0 && widened),
        lastImportTime: instant,
        modifiedTime: instant,
        revision: () => 'revision + 1',
      })
      .where('user_id = :userId AND id = :id', { userId, id })
      .andWhere("state = 'connected' AND provider_session_id = :providerSessionId", { providerSessionId })
      .setParameters({ earliest, latest })
      .execute();
    if (affected === 0) throw unknownLink();
    await this.parts.news.changed(manager, userId);
  }
}

const widened = {
  earliestDataTime: () =>
    'CASE WHEN earliest_data_time <= :earliest THEN earliest_data_time ELSE :earliest END',
  latestDataTime: () => 'CASE WHEN latest_data_time >= :latest THEN latest_data_time ELSE :latest END',
};

function unknownLink() {
  const detail = 'No account is connected to the provider with this link id.';
  return notFound(detail, [
    { code: 'tidepool-link-id-not-found', title: 'link id is not known', detail },
  ]).about('externalId');
}
