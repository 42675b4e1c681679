/** One column of a sheet: a field of a flattened record. */
export interface Column {
  /** Name of the field; dots lead into what was one object. */
  key: string;
  /** What stands above the column; made from the key when absent. */
  header?: string;
  /** What is in the field is written as JSON text. */
  asJson?: true;
  /** The field is a date with a time of day. */
  isTime?: true;
  /** Number format of the spreadsheet; `glucose` depends on the unit. */
  format?: string;
  hidden?: true;
  /** Characters; wide when absent. */
  width?: number;
}

/** Number formats: amounts of glucose, minutes, time of day. */
const minutes = '0.00;-0.00;0';
const timeOfDay = '[$-x-systime]h:mm am/pm';
export const glucoseFormat = 'glucose';
export const timeFormat = 'yyyy-mm-dd hh:mm:ss';

const narrow = new Set(['value', 'units', 'rate', 'percent']);
const widths: Record<string, number> = { time: 18, type: 15, offset: 14, duration: 20, narrow: 10 };
const widest = 22;

/** How wide a column is, in characters. */
export function widthOf({ key, isTime }: Column): number {
  if (isTime) return widths.time ?? widest;
  if (key === 'type') return widths.type ?? widest;
  if (narrow.has(key)) return widths.narrow ?? widest;
  if (/offset$/i.test(key)) return widths.offset ?? widest;
  return /duration$/i.test(key) ? (widths.duration ?? widest) : widest;
}

/** What stands above a column: `suppressed.scheduleName` becomes `Suppressed Schedule Name`. */
export const headerOf = ({ key, header }: Column): string =>
  header ??
  key
    .split('.')
    .flatMap((part) => part.split(/(?=[A-Z])/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Columns of fields that need nothing special. */
export const plain = (...keys: string[]): Column[] => keys.map((key) => ({ key }));

export const json = (key: string): Column => ({ key, asJson: true });
export const glucose = (key: string, header?: string): Column => ({ key, header, format: glucoseFormat });
export const inMinutes = (key: string, header: string): Column => ({
  key,
  header: `${header} (mins)`,
  format: minutes,
});
export const ofDay = (key: string, header?: string): Column => ({ key, header, format: timeOfDay });
export const hidden = (column: Column): Column => ({ ...column, hidden: true });
const instant = (key: string, header?: string): Column => ({ key, header, isTime: true, format: timeFormat });

/** Times that a sheet shows as dates. */
export const time = instant('time', 'Zulu Time');
export const localTime = instant('localTime');
export const deviceTime = instant('deviceTime');
export const computerTime = instant('computerTime');
