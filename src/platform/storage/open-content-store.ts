import type { ContentStore } from './content-store';
import { FileContentStore } from './file-content-store';
import { parseS3Address } from './s3-address';
import { S3ContentStore } from './s3-content-store';

/**
 * The store of a `BLOB_URL`.
 *
 * @param limit milliseconds that an object store may take
 */
export const openContentStore = (url: string, limit: number): ContentStore =>
  url.startsWith('s3:')
    ? new S3ContentStore(parseS3Address(url), limit)
    : new FileContentStore(url.slice('file:'.length));
