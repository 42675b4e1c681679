import { topic } from '../../platform/events/topic';

/** The progress of an export. */
export interface ExportEvent {
  exportId: string;
}

/** Events of a requested export; the key is its id. */
export const exportEvents = topic<ExportEvent>('export');
