import type { ContentStore } from './content-store';
import { FileContentStore } from './file-content-store';
import { parseS3Address } from './s3-address';
import { S3ContentStore } from './s3-content-store';

/** The store of a `BLOB_URL`. */
export const openContentStore = (url: string): ContentStore =>
  url.startsWith('s3:')
    ? new S3ContentStore(parseS3Address(url))
    : new FileContentStore(url.slice('file:'.length));
