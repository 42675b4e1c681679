import type { ContentStore } from '../platform/storage/content-store';

/** What a backup is of. */
export interface Installation {
  /** `DATABASE_URL` */
  url: string;
  store: ContentStore;
  /** The tables whose rows name content of the store. */
  contentTables: readonly string[];
}
