import { topic } from '../events/topic';

/** How far an export has come. */
export interface ExportEvent {
  exportId: string;
}

/** What happens to a requested export; the key is its id. */
export const exportEvents = topic<ExportEvent>('export');
