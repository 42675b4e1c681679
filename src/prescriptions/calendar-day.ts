import { isLocalTime } from '../data/record-types/values/calendar';

/** The day that some senders write for "none". */
const noDay = '0001-01-01';

/** True for a day of the calendar, as `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => text !== noDay && isLocalTime(`${text}T00:00:00`);
