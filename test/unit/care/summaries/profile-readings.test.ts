import { newestZone, ProfileReadings } from '../../../../src/care/summaries/profile-readings';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 0, 1);

/** What profiles take from readings at some minutes, with their zones. */
function read(...given: readonly (readonly [minutes: number, timezone?: string])[]): ProfileReadings {
  const readings = new ProfileReadings((time) => Math.floor(time / hour) * hour);
  for (const [minutes, timezone] of given)
    readings.add({
      ...{ time: start + minutes * minute, value: minutes, deviceId: 'Dex' },
      ...(timezone !== undefined && { timezone }),
    });
  readings.end();
  return readings;
}

describe('the readings of a profile', () => {
  it('count hour by hour: one does not stand for the time of another hour', () => {
    const counted = read([50], [53], [58], [60], [62], [65], [185], [189], [190]).counted;
    expect(counted).toEqual(
      [50, 58, 60, 65, 185, 190].map((each) => ({
        ...{ time: start + each * minute, value: each, minutes: 5 },
      })),
    );
  });

  it('may be none', () => {
    expect(read()).toMatchObject({ counted: [], zoneNames: [] });
  });

  it('tell where they were taken, the newest place last, also of readings that do not count', () => {
    const [vienna, tokyo] = ['Europe/Vienna', 'Asia/Tokyo'];
    expect(read([0, vienna], [5, tokyo], [10], [15, vienna], [20, vienna]).zoneNames).toEqual([
      tokyo,
      vienna,
    ]);
    expect(read([0, vienna], [1, tokyo]).zoneNames).toEqual([vienna, tokyo]);
  });
});

it.each([
  [['Europe/Vienna', 'Asia/Tokyo'], 'Asia/Tokyo'],
  [['Europe/Vienna', 'Mars'], 'Europe/Vienna'],
  [['Europe/Vienna', ''], 'Europe/Vienna'],
  [['Mars'], 'UTC'],
  [[], 'UTC'],
])('the newest zone of %j is %s', (names, zone) => {
  expect(newestZone(names)).toBe(zone);
});
