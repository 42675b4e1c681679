import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/errors';
import type { Sender } from '../../platform/idempotency/sender';
import type { DataSetService } from '../data/data-set.service';
import type { ReadBody } from '../data/upload-turns.service';
import type { UploadService } from '../data/upload.service';
import { DataSourceEntity } from './data-source.entity';
import { ProviderSessionEntity } from './provider-session.entity';
import type { SourceNews } from './source-news';

/** How a provider names an account. */
interface LinkedAccount {
  providerName: string;
  externalId: string;
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  dataSets: DataSetService;
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
    const { database, dataSets, uploads } = this.parts;
    const source = await this.find(account);
    const [first] = source?.dataSetIds ?? [];
    if (!source || first === undefined) throw unknownLink();
    const open = await dataSets.findOpen(database.reader, source.userId, source.dataSetIds);
    const dataSetId = open?.uploadId ?? first;
    const stored = await uploads.upload(dataSetId, readBody, sender, open ?? undefined, (manager, records) =>
      this.note(
        manager,
        source,
        records.map(({ time }) => time),
      ),
    );
    return { stored, dataSetId };
  }

  private find({ providerName, externalId }: LinkedAccount): Promise<DataSourceEntity | null> {
    return this.parts.database.reader
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
