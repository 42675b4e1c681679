import { defineArea, type Base } from '../../platform/composition/area';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ContentStore } from '../../platform/storage/content-store';
import { BlobEntity } from './blob.entity';
import { BlobService } from './blob.service';

interface Needs extends Base {
  contentStore: ContentStore;
  idempotency: IdempotencyService;
  outbox: OutboxService;
}

/** Blobs of accounts. */
export const blobsArea = defineArea({
  name: 'blobs',
  entities: [BlobEntity],
  create: ({ contentStore, database, idempotency, outbox }: Needs) => ({
    blobs: new BlobService(database, contentStore, outbox, idempotency),
  }),
  forgets: ({ blobs }) => ({ blobs: ({ userId }) => blobs.deleteAll(userId) }),
  content: ({ blobs }) => [blobs],
});
