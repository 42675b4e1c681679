import { isoTime, now } from '../../clock';

const adultAt = 13;

/** Whether somebody, of a birthday like `1990-05-06`, has had the thirteenth birthday; the day counts. */
export const isThirteen = (birthDate: string): boolean => {
  const [year = '', rest = ''] = [birthDate.slice(0, 4), birthDate.slice(4)];
  return `${String(Number(year) + adultAt).padStart(4, '0')}${rest}` <= isoTime(now()).slice(0, 10);
};
