import type { AccountService } from '../../identity/accounts/account.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import { dependsOn } from '../../platform/composition/dependency';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { DataSetEntity } from './data-set.entity';
import { DataSetService } from './data-set.service';
import { DeletionService } from './deletion.service';
import { GlucoseChangeEntity } from './glucose-change.entity';
import { GlucoseReader } from './glucose-reader.service';
import { LegacyUploadService } from './legacy/legacy-upload.service';
import { MedtronicOriginEntity } from './medtronic-origin.entity';
import { RecentReadingsService } from './recent-readings.service';
import { RecordReader } from './record-reader.service';
import { RecordEntity } from './record.entity';
import type { FindCloudSources } from './cloud-readings';
import type { UploadListener } from './upload-listener';
import { UploadService } from './upload.service';
import { UploadTurns } from './upload-turns.service';

interface Needs extends Base {
  accounts: AccountService;
  events: EventService;
  idempotency: IdempotencyService;
}

interface Later {
  dataSets: DataSetService;
  findCloudSources: FindCloudSources;
  uploadListener: UploadListener;
}

/** Records of devices: upload, read, delete. */
export const dataArea = defineArea({
  name: 'data',
  entities: [DataSetEntity, RecordEntity, MedtronicOriginEntity, GlucoseChangeEntity],
  dependencies: [dependsOn('records', ['user_id', 'upload_id'], 'data_sets')],
  create({ accounts, config, database, idempotency }: Needs, later: Needs & Later) {
    const dataSets = new DataSetService(later);
    const uploadTurns = new UploadTurns();
    return {
      dataSets,
      uploads: new UploadService(later, uploadTurns),
      legacyUploads: new LegacyUploadService(later, uploadTurns, config.UPLOADER_MINIMUM),
      deletions: new DeletionService(database, dataSets, accounts, idempotency),
      records: new RecordReader(database, (...asked) => later.findCloudSources(...asked)),
      glucoseReader: new GlucoseReader(database),
      recentReadings: new RecentReadingsService(database),
    };
  },
  forgets: ({ deletions }) => ({ data: ({ userId }) => deletions.forgetAccount(userId) }),
});
