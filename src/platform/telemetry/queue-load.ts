/** The outbox: how many messages are due, how many wait for a later time, and the age of the oldest in milliseconds. */
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
