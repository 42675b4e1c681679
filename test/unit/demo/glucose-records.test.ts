import { demoPeople } from '../../../src/demo/people';
import type { DemoPerson } from '../../../src/demo/person';
import { instantOf, minuteMs, personCalled, recordsOf } from './collect-records';

const everybody = demoPeople.map((person) => [person.key, person] as const);
const days = 14;

/**
 * Milliseconds between two readings: five minutes for sensors, a quarter of an hour for the history of the FreeStyle
 * Libre 2.
 */
const readingInterval = ({ devices }: DemoPerson): number =>
  (devices.sensor === 'freeStyleLibre2' ? 15 : 5) * minuteMs;

const speeds: Record<string, [least: number, below: number]> = {
  constant: [0, 1],
  slow: [1, 2],
  moderate: [2, 3],
  rapid: [3, 100],
};

function fits(trend: string, rate: number): boolean {
  const [least, below] = speeds[trend.replace(/Rise|Fall/, '')] ?? [Infinity, Infinity];
  const isFast = Math.abs(rate) >= least && Math.abs(rate) < below;
  return isFast && (trend === 'constant' || trend.endsWith('Rise') === rate > 0);
}

describe('continuous glucose', () => {
  it.each(everybody)('of %s arrives when the sensor measures, or after a gap of whole steps', (_, person) => {
    const step = readingInterval(person);
    const times = recordsOf(person, { days }, ['cbg']).map(instantOf);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.filter((gap) => gap <= 0 || gap % step !== 0)).toEqual([]);
    expect(gaps.filter((gap) => gap === step).length / gaps.length).toBeGreaterThan(0.95);
    expect(gaps.filter((gap) => gap > step).length).toBeGreaterThan(0);
  });

  it.each(everybody)('of %s is within the measuring range', (_, person) => {
    const wrong = recordsOf(person, { days }, ['cbg']).filter(({ value, units, ...record }) => {
      const isPossible = Number.isInteger(value) && Number(value) >= 39 && Number(value) <= 401;
      const isMarked = record.annotations !== undefined;
      const isPlain = units === 'mg/dL' && record.sampleInterval === readingInterval(person);
      return !isPossible || !isPlain || isMarked !== (value === 39 || value === 401);
    });
    expect(wrong).toEqual([]);
  });

  it.each(everybody)('of %s has a trend that fits its rate', (_, person) => {
    const readings = recordsOf(person, { days }, ['cbg']);
    const trends = readings.filter(({ trend }) => trend !== undefined);
    expect(trends.length).toBeGreaterThan(readings.length * 0.9);
    const wrong = trends.filter(({ trend, trendRate, trendRateUnits }) => {
      const rate = Number(trendRate);
      return trendRateUnits !== 'mg/dL/minute' || !fits(String(trend), rate);
    });
    expect(wrong).toEqual([]);
  });

  it('is missing more often for a person who does not always wear the sensor', () => {
    const count = (key: string): number => recordsOf(personCalled(key), { days: 90 }, ['cbg']).length;
    expect(count('brianna.taylor')).toBeGreaterThan(90 * 288 * 0.93);
    expect(count('walter.kowalchuk')).toBeLessThan(90 * 288 * 0.92);
  });
});

describe('fingersticks', () => {
  it.each(everybody)('of %s occur now and then', (_, person) => {
    const records = recordsOf(person, { days }, ['smbg']);
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThan(days * 5);
    const wrong = records.filter(({ value, units, subType }) => {
      const isPossible = Number(value) >= 20 && Number(value) <= 600;
      return !isPossible || units !== 'mg/dL' || subType !== 'linked';
    });
    expect(wrong).toEqual([]);
  });
});
