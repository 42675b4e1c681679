import type { ContentStore } from './content-store';

/** Outbox topic for content whose rows are deleted. */
export const removeContentTopic = 'remove-content';

/** Deletes content after the deletion of its rows is committed. */
export const removeContent =
  (store: ContentStore) =>
  async (payload: unknown): Promise<void> => {
    for (const key of (payload as { keys: string[] }).keys) await store.remove(key);
  };
