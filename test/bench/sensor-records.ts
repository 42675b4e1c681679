const fiveMinutes = 300_000;
const firstReading = Date.parse('2024-01-01T00:00:00.000Z');
const batchSize = 1_000;

/** A sensor reading as uploaded by a phone; the same number always gives the same reading. */
export function sensorReading(index: number): object {
  const time = new Date(firstReading + index * fiveMinutes).toISOString();
  return {
    type: 'cbg',
    time,
    timezone: 'Europe/Vienna',
    timezoneOffset: 60,
    deviceId: 'DexG6_8KXMV2',
    units: 'mg/dL',
    value: 110 + Math.round(60 * Math.sin(index / 40)),
    trend: 'constant',
    sampleInterval: fiveMinutes,
    origin: {
      id: `${index.toString(16).padStart(8, '0')}-6B1F-4D0C-9A64-0F5C2B7E11D3:cbg`,
      name: 'org.example.bench',
      type: 'application',
    },
    payload: { systemTime: time, transmitterTime: index * 300, sessionStartTime: '2024-01-01T00:00:00Z' },
  };
}

/** Upload bodies with 1,000 records each, starting at the given number. */
export function* uploadBodies(records: number, first = 0): Generator<string> {
  for (let start = first; start < first + records; start += batchSize) {
    yield JSON.stringify(Array.from({ length: batchSize }, (_, index) => sensorReading(start + index)));
  }
}

/** Upload bodies with a reading every five minutes between two instants. */
export function* recentReadings(from: number, to: number): Generator<string> {
  const count = (to - from) / fiveMinutes;
  for (let start = 0; start < count; start += batchSize) {
    const readings = Array.from({ length: Math.min(batchSize, count - start) }, (_, index) => ({
      ...sensorReading(start + index),
      time: new Date(from + (start + index) * fiveMinutes).toISOString(),
    }));
    yield JSON.stringify(readings);
  }
}
