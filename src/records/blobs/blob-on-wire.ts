import { isoTime } from '../../platform/clock';
import type { BlobEntity } from './blob.entity';

/** The blob as the REST routes return it. */
export const blobOnWire = (blob: BlobEntity): Record<string, unknown> => ({
  id: blob.id,
  userId: blob.userId,
  digestMD5: blob.digestMD5,
  mediaType: blob.mediaType,
  size: blob.size,
  status: blob.status,
  createdTime: isoTime(blob.createdTime),
  ...(blob.modifiedTime !== null && { modifiedTime: isoTime(blob.modifiedTime) }),
  revision: blob.revision,
});
