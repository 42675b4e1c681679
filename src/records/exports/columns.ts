/** One column of a sheet: a field of a flattened record. */
export interface Column {
  /** Name of the field; dots separate levels of the original object. */
  key: string;
  /** The heading; derived from the key if absent. */
  header?: string;
  /** Whether the field contains JSON text. */
  asJson?: true;
  /** Whether the field is a date with a time. */
  isTime?: true;
  /** Number format of the spreadsheet; `glucose` depends on the unit. */
  format?: string;
  hidden?: true;
  /** Characters; wide if absent. */
  width?: number;
}

/** Number formats of glucose values, minutes and time of day. */
const minutes = '0.00;-0.00;0';
const timeOfDay = '[$-x-systime]h:mm am/pm';
export const glucoseFormat = 'glucose';
const timeFormat = 'yyyy-mm-dd hh:mm:ss';

const narrow = new Set(['value', 'units', 'rate', 'percent']);
const widths: Record<string, number> = { time: 18, type: 15, offset: 14, duration: 20, narrow: 10 };
const widest = 22;

/** Width of a column in characters. */
export function columnWidth({ key, isTime }: Column): number {
  if (isTime) return widths.time ?? widest;
  if (key === 'type') return widths.type ?? widest;
  if (narrow.has(key)) return widths.narrow ?? widest;
  if (/offset$/i.test(key)) return widths.offset ?? widest;
  return /duration$/i.test(key) ? (widths.duration ?? widest) : widest;
}

/** Heading of a column: `suppressed.scheduleName` becomes `Suppressed Schedule Name`. */
export const formatHeader = ({ key, header }: Column): string =>
  header ??
  key
    .split('.')
    .flatMap((part) => part.split(/(?=[A-Z])/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Columns of ordinary fields. */
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

/** Times shown as dates. */
export const time = instant('time', 'Zulu Time');
export const localTime = instant('localTime');
export const deviceTime = instant('deviceTime');
export const computerTime = instant('computerTime');
