import { isoTime, now } from '../../platform/clock';

const adultAt = 13;

/**
 * Whether a person with a birthday such as `1990-05-06` is at least thirteen years old; the thirteenth birthday counts.
 */
export const isThirteen = (birthDate: string): boolean => {
  const [year = '', rest = ''] = [birthDate.slice(0, 4), birthDate.slice(4)];
  return `${String(Number(year) + adultAt).padStart(4, '0')}${rest}` <= isoTime(now()).slice(0, 10);
};
