import fc from 'fast-check';
import {
  DelayedEffect,
  carbohydrateShares,
  insulinActions,
  insulinOnBoardShare,
  insulinShares,
  longActingShares,
} from '../../../src/demo/absorption';

const total = (shares: Float64Array): number => shares.reduce((sum, share) => sum + share, 0);

describe('insulin on board', () => {
  it.each(Object.entries(insulinActions))('falls from all to nothing over the action of %s', (_, action) => {
    const course = Array.from({ length: action.durationMinutes + 1 }, (_unused, minute) =>
      insulinOnBoardShare(minute, action),
    );
    expect(course[0]).toBe(1);
    expect(course.at(-1)).toBe(0);
    for (const [minute, share] of course.entries()) {
      if (minute > 0) expect(share).toBeLessThanOrEqual(course[minute - 1] ?? 0);
    }
  });

  it.each(Object.entries(insulinActions))('falls fastest at the peak of the action of %s', (_, action) => {
    const fallAt = (minute: number): number =>
      insulinOnBoardShare(minute - 0.5, action) - insulinOnBoardShare(minute + 0.5, action);
    const minutes = Array.from({ length: action.durationMinutes - 2 }, (_unused, index) => index + 1);
    const fastest = minutes.reduce((best, minute) => (fallAt(minute) > fallAt(best) ? minute : best));
    expect(Math.abs(fastest - action.peakMinutes)).toBeLessThanOrEqual(1);
  });
});

describe('shares', () => {
  it('add up to the whole dose, and none is negative', () => {
    const all = [...Object.values(insulinActions).map(insulinShares), longActingShares()];
    for (const shares of all) {
      expect(total(shares)).toBeCloseTo(1, 9);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    }
  });

  it('add up to the whole meal over any absorption time, fastest after a third of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 480 }), (minutes) => {
        const shares = carbohydrateShares(minutes);
        expect(total(shares)).toBeCloseTo(1, 9);
        const fastest = shares.indexOf(Math.max(...shares)) * 5;
        expect(Math.abs(fastest - minutes / 3)).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('DelayedEffect', () => {
  it('returns exactly what was added, when it is due', () => {
    const effect = new DelayedEffect(4);
    effect.add(10, Float64Array.of(0.5, 0.3, 0.2));
    expect(effect.advance()).toBeCloseTo(5);
    effect.add(-2, Float64Array.of(0.5, 0.5));
    expect(effect.remaining).toBeCloseTo(3);
    expect(effect.advance()).toBeCloseTo(2);
    expect(effect.advance()).toBeCloseTo(1);
    expect(effect.advance()).toBeCloseTo(0);
    expect(effect.remaining).toBeCloseTo(0);
  });
});
