import { defineArea, keepsNothing, type Base } from '../composition/area';
import { openContentStore } from './open-content-store';
import { removeContent, removeContentTopic } from './remove-content';

/** Storage of content. */
export const storageArea = defineArea({
  name: 'storage',
  create: ({ config }: Base) => ({
    contentStore: openContentStore(config.BLOB_URL, config.BLOB_TIMEOUT * 1000),
  }),
  // The areas whose rows refer to content delete it.
  forgets: keepsNothing,
  outbox: ({ contentStore }) => ({ [removeContentTopic]: removeContent(contentStore) }),
});
