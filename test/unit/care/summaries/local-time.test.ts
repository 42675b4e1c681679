import { LocalTime } from '../../../../src/care/summaries/local-time';

const minute = 60_000;
const hour = 60 * minute;

/** Instants around changes of a zone's offset. */
const changes: [zone: string, instant: string][] = [
  ['Europe/Vienna', '2024-03-31T01:00:00Z'],
  ['Europe/Vienna', '2024-10-27T01:00:00Z'],
  ['America/New_York', '2024-03-10T07:00:00Z'],
  ['America/New_York', '2024-11-03T06:00:00Z'],
  ['America/St_Johns', '2024-11-03T04:30:00Z'],
  // By half an hour.
  ['Australia/Lord_Howe', '2024-04-06T15:00:00Z'],
  // At a quarter past.
  ['Pacific/Chatham', '2024-09-28T14:00:00Z'],
  // At local midnight, which is not midnight UTC.
  ['America/Santiago', '2024-09-08T04:00:00Z'],
  ['Asia/Beirut', '2024-03-30T22:00:00Z'],
  // A whole day was skipped.
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
];

/** Local time in a zone according to the platform. */
function clocksOf(timezone: string): (instant: number) => { date: string; minuteOfDay: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.year}-${parts.month}-${parts.day}`,
      minuteOfDay: Number(parts.hour) * 60 + Number(parts.minute),
    };
  };
}

describe('local time in a zone', () => {
  it.each(changes)('of %s is correct before and after the change at %s', (zone, instant) => {
    const local = new LocalTime(zone);
    const shown = clocksOf(zone);
    const change = Date.parse(instant);
    const offsets = new Set<number>();
    // The same object handles all instants, forward and backward.
    const instants = Array.from(
      { length: 24 * 2 * 12 },
      (_, index) => change - 24 * hour + index * 5 * minute,
    );
    for (const each of [...instants, change - 1, change, ...instants.toReversed()]) {
      const { date, minuteOfDay } = local.at(each);
      expect({ each, date, minuteOfDay }).toEqual({ each, ...shown(each) });
      offsets.add(
        Date.parse(`${date}T00:00:00Z`) + minuteOfDay * minute - Math.floor(each / minute) * minute,
      );
    }
    expect(offsets.size).toBe(2);
  });

  it('without changes is continuous', () => {
    const local = new LocalTime('Asia/Kathmandu');
    expect(local.at(Date.parse('2024-05-06T18:14:59.999Z'))).toEqual({
      date: '2024-05-06',
      minuteOfDay: 1439,
    });
    expect(local.at(Date.parse('2024-05-06T18:15:00Z'))).toEqual({ date: '2024-05-07', minuteOfDay: 0 });
  });

  it('requires an existing zone', () => {
    expect(() => new LocalTime('Europe/Nowhere')).toThrow('"Europe/Nowhere" is not the name of a time zone');
  });
});
