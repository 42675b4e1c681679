import { createCareProfile } from '../../../src/demo/care';
import { demoPeople } from '../../../src/demo/people';
import { instantOf, personCalled, recordsOf } from './collect-records';

const share = (values: readonly number[], matches: (value: number) => boolean): number =>
  values.filter(matches).length / values.length;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const readings = (key: string, seed: string): number[] =>
  recordsOf(personCalled(key), { days: 60, seed }, ['cbg']).map(({ value }) => Number(value));

describe('two months of glucose', () => {
  it.each(demoPeople.map((person) => [person.key, person] as const))(
    'of %s are in range as often as their care implies',
    (key, person) => {
      const values = readings(key, 'demo');
      const { from, to } = createCareProfile(person).timeInRange;
      const inRange = share(values, (value) => value >= 70 && value <= 180);
      expect(inRange).toBeGreaterThanOrEqual(from);
      expect(inRange).toBeLessThanOrEqual(to);
    },
  );

  it.each(['amelie.dubois', 'sigrun.jonsdottir', 'hannah.schroeder', 'nikos.papadakis'])(
    'of %s vary realistically, with few lows',
    (key) => {
      const values = readings(key, 'another demo');
      const average = mean(values);
      const variation = Math.sqrt(mean(values.map((value) => (value - average) ** 2))) / average;
      expect(average).toBeGreaterThan(115);
      expect(average).toBeLessThan(215);
      expect(variation).toBeGreaterThan(0.25);
      expect(variation).toBeLessThan(0.45);
      expect(share(values, (value) => value < 70)).toBeLessThan(0.06);
      expect(share(values, (value) => value < 54)).toBeLessThan(0.02);
    },
  );

  it('of a well-controlled person are better than those of a poorly controlled one with each therapy', () => {
    const pairs = [
      ['lucia.fernandez', 'zeynep.yildiz'],
      ['arjun.raghavan', 'destiny.brooks'],
      ['ingrid.solberg', 'brianna.taylor'],
    ] as const;
    for (const [good, poor] of pairs) {
      expect(mean(readings(good, 'demo'))).toBeLessThan(mean(readings(poor, 'demo')) - 25);
    }
  });

  it('begin the day later at weekends', () => {
    const breakfasts = recordsOf(personCalled('sigrun.jonsdottir'), { days: 60 }, ['food']).filter(
      ({ meal }) => meal === 'breakfast',
    );
    const minutesOfDay = (weekend: boolean): number[] =>
      breakfasts
        .filter(({ deviceTime }) => [0, 6].includes(new Date(`${deviceTime}Z`).getUTCDay()) === weekend)
        .map((record) => (instantOf(record) / 60_000 + record.timezoneOffset) % 1440);
    expect(mean(minutesOfDay(true))).toBeGreaterThan(mean(minutesOfDay(false)) + 30);
  });
});
