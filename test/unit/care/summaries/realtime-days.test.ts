import { RealtimeDays } from '../../../../src/care/summaries/realtime-days';

/** An hour by day of month and hour, such as `9T14`; with a sign if it has no timely record. */
const hourOf = (text: string) => {
  const [day = '', hour = ''] = text.replace('-', '').split('T');
  return { hour: Date.UTC(2026, 2, Number(day), Number(hour)), isTimely: !text.startsWith('-') };
};

function countHours(hours: readonly { hour: number; isTimely: boolean }[]): number {
  const days = new RealtimeDays();
  for (const { hour, isTimely } of hours) days.addHour(hour, isTimely);
  return days.count;
}

describe('days with timely records', () => {
  it.each([
    ['no hours', [], 0],
    ['one hour', ['9T14'], 1],
    ['one hour, too late', ['-9T14'], 0],
    ['several hours of a day are one', ['9T14', '9T13', '9T0'], 1],
    ['the day before at the same hour', ['9T14', '8T14'], 2],
    ['the day before at a later hour', ['9T14', '8T15'], 1],
    ['a later hour, then an earlier one of the day before', ['9T14', '8T23', '8T3'], 2],
    ['an earlier hour does not shift the days', ['9T14', '8T3', '7T14'], 3],
    ['each day at the last hour', ['9T23', '8T23', '7T23'], 3],
    ['the newest hour sets the time of day even if it is too late', ['-9T5', '9T4', '8T6', '8T5'], 2],
    ['a day all of which is later than the newest hour is lost', ['9T5', '8T23', '8T6'], 1],
    ['a day counts once after a newest hour that is too late', ['-9T5', '8T23', '8T6'], 1],
    ['the day of the newest hour is not lost', ['-9T14', '9T2', '8T2'], 2],
    ['a gap', ['9T14', '2T14', '2T13', '1T15'], 2],
  ])('%s', (_name, hours, expected) => {
    expect(countHours(hours.map(hourOf))).toBe(expected);
  });

  it('continue across the ends of months', () => {
    const march = { hour: Date.UTC(2026, 2, 1, 6), isTimely: true };
    const february = { hour: Date.UTC(2026, 1, 28, 6), isTimely: true };
    expect(countHours([march, february])).toBe(2);
  });

  it('are the same for hours that are stored as bits of their day, within the range', () => {
    const day = (number: number) => Date.UTC(2026, 2, number);
    const range = { startTime: day(8) + 3 * 3_600_000, endTime: day(9) + 14 * 3_600_000 };
    const days = new RealtimeDays();
    days.addDay(day(9), 2 ** 24 - 1, 1 << 14, range);
    days.addDay(day(8), 2 ** 24 - 1, (1 << 2) | (1 << 23), range);
    expect(days.count).toBe(1);
    days.addDay(day(8), 1 << 3, 1 << 3, range);
    expect(days.count).toBe(2);
  });
});
