/**
 * The outbox: how many messages are due, how many wait for a later time, and for how many milliseconds the oldest is overdue.
 * Messages that were added for later, such as reminders, are not overdue before they are due.
 */
export interface OutboxLoad {
  due: number;
  waiting: number;
  oldest: number;
}

/** The tasks of one type in one state, and for how many milliseconds the longest of them is overdue. */
export interface TaskLoad {
  type: string;
  state: string;
  count: number;
  overdue: number;
}
