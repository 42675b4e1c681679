import { ZoneClock } from '../../../src/demo/zone-clock';

const minuteMs = 60_000;

describe('ZoneClock', () => {
  it.each([
    ['Asia/Kolkata', '2026-01-15T12:00:00Z', 330],
    ['Asia/Kathmandu', '2026-01-15T12:00:00Z', 345],
    ['America/New_York', '2026-01-15T12:00:00Z', -300],
    ['America/New_York', '2026-07-15T12:00:00Z', -240],
    ['Pacific/Auckland', '2026-01-15T12:00:00Z', 780],
    ['Africa/Accra', '2026-07-15T12:00:00Z', 0],
  ])('knows the offset of %s at %s', (timezone, instant, offset) => {
    expect(new ZoneClock(timezone).offsetMinutes(Date.parse(instant))).toBe(offset);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 60, 120],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 120, 60],
    ['America/Denver', '2026-11-01T08:00:00Z', -360, -420],
    ['Australia/Adelaide', '2026-04-04T16:30:00Z', 630, 570],
  ])('changes the offset of %s at the exact minute of %s', (timezone, instant, before, after) => {
    const clock = new ZoneClock(timezone);
    const change = Date.parse(instant);
    expect(clock.offsetMinutes(change - minuteMs)).toBe(before);
    expect(clock.offsetMinutes(change)).toBe(after);
  });

  it('converts local time back to the instant', () => {
    const clock = new ZoneClock('America/Los_Angeles');
    for (let hour = 0; hour < 24 * 365; hour += 7) {
      const instant = Date.UTC(2026, 0, 1, hour);
      const local = clock.toLocal(instant);
      expect(clock.toLocal(clock.toInstant(local))).toBe(local);
    }
  });

  it('moves a local time skipped by a clock change past the change', () => {
    const clock = new ZoneClock('Europe/Berlin');
    const skipped = clock.toInstant(Date.UTC(2026, 2, 29, 2, 30));
    expect(Math.abs(skipped - Date.parse('2026-03-29T01:00:00Z'))).toBeLessThanOrEqual(30 * minuteMs);
  });

  it('rejects an unknown zone', () => {
    expect(() => new ZoneClock('Mars/Olympus_Mons')).toThrow(RangeError);
  });
});
