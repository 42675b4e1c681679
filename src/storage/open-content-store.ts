import type { ContentStore } from './content-store';
import { FileContentStore } from './file-content-store';

/** The store of a `BLOB_URL`. */
export const openContentStore = (url: string): ContentStore =>
  new FileContentStore(url.slice('file:'.length));
