import fc from 'fast-check';
import { Random } from '../../../src/demo/random';

const draws = (random: Random, count = 20): number[] => Array.from({ length: count }, () => random.next());

describe('Random', () => {
  it('repeats with the same seed and differs with another', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(draws(new Random(one))).toEqual(draws(new Random(one)));
        fc.pre(one !== other);
        expect(draws(new Random(one))).not.toEqual(draws(new Random(other)));
      }),
    );
  });

  it('forks into generators that are unaffected by earlier numbers', () => {
    const used = new Random('seed');
    draws(used, 1000);
    expect(draws(used.fork('name'))).toEqual(draws(new Random('seed').fork('name')));
    expect(draws(used.fork('name'))).not.toEqual(draws(used.fork('other name')));
  });

  it('draws uniform numbers from 0 to below 1', () => {
    const numbers = draws(new Random('uniform'), 100_000);
    const counts = new Array<number>(10).fill(0);
    for (const number of numbers) counts[Math.floor(number * 10)]! += 1;
    expect(counts).toHaveLength(10);
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('draws integers from low to high, both inclusive', () => {
    const random = new Random('integers');
    const seen = new Set(Array.from({ length: 500 }, () => random.integer(-2, 3)));
    expect([...seen].sort((one, other) => one - other)).toEqual([-2, -1, 0, 1, 2, 3]);
  });

  it('draws normal and exponential numbers with the given mean and spread', () => {
    const random = new Random('distributions');
    const normal = Array.from({ length: 50_000 }, () => random.normal(10, 2));
    const mean = normal.reduce((sum, value) => sum + value, 0) / normal.length;
    const variance = normal.reduce((sum, value) => sum + (value - mean) ** 2, 0) / normal.length;
    const exponential = Array.from({ length: 50_000 }, () => random.exponential(40));
    expect(mean).toBeCloseTo(10, 1);
    expect(Math.sqrt(variance)).toBeCloseTo(2, 1);
    expect(Math.abs(exponential.reduce((sum, value) => sum + value, 0) / 50_000 - 40)).toBeLessThan(1);
  });
});
