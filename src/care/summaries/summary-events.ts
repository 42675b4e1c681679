import { topic } from '../../platform/events/topic';
import type { SummaryType } from './summary.entity';

/** A summary has been calculated anew, or is no more. */
export interface SummaryEvent {
  type: SummaryType;
}

/** What happens to the summaries of an account. */
export const summaryEvents = topic<SummaryEvent>('summary');
