import { topic } from '../../platform/events/topic';
import type { SummaryType } from './summary.entity';

/** A summary was recalculated or deleted. */
export interface SummaryEvent {
  type: SummaryType;
}

/** Changes to the summaries of an account. */
export const summaryEvents = topic<SummaryEvent>('summary');
