import fc from 'fast-check';
import { toMgdL, toMmolL } from '../../../../../src/platform/validation/glucose-units';
import { contentOf, problemsOf } from './prepared';

const time = '2024-05-06T07:08:09Z';

describe('glucose in mg/dL', () => {
  it.each([
    [0, 0],
    [1, 0.05551],
    [54, 2.9974],
    [70, 3.88552],
    [100, 5.55075],
    [180, 9.99135],
    [400, 22.20299],
    [1000, 55.50748],
    [-3, -0.16652],
    [-100, -5.55075],
    // Halves, as exactly as doubles can represent them.
    [0.00009007795, 0.00001],
    [0.00315272825, 0.00018],
    [-0.00315272825, -0.00018],
  ])('%d is stored as %d mmol/L', (mgdL, mmolL) => {
    expect(toMmolL(mgdL)).toBe(mmolL);
  });

  it('survives conversion to mmol/L and back for every whole number', () => {
    for (let mgdL = 0; mgdL <= 1000; mgdL++) expect(toMgdL(toMmolL(mgdL))).toBe(mgdL);
  });

  it('is stored with at most five decimals, in the same way on both sides of zero', () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (mgdL) => {
        const mmolL = toMmolL(mgdL);
        expect(Math.abs(mmolL - mgdL / 18.01559)).toBeLessThanOrEqual(0.0000051);
        expect(mmolL).toBe(Math.round(mmolL * 100_000) / 100_000 + 0);
        expect(toMmolL(-mgdL)).toBe(-mmolL + 0);
      }),
    );
  });

  it('is formatted with the given number of decimals', () => {
    expect(toMgdL(5.55075)).toBe(100);
    expect(toMgdL(0.06661, 1)).toBe(1.2);
    expect(toMgdL(-0.06661, 1)).toBe(-1.2);
    expect(toMgdL(0)).toBe(0);
  });
});

describe('a glucose reading', () => {
  it.each([
    ['mmol/L', 5.123456789, 5.123456789],
    ['mmol/l', 5.5, 5.5],
    ['mg/dL', 100, 5.55075],
    ['mg/dl', 100, 5.55075],
    ['mg/dL', 1000, 55.50748],
  ])('in %s of %d is stored as %d mmol/L', (units, value, stored) => {
    for (const record of [
      { type: 'cbg' },
      { type: 'smbg' },
      { type: 'deviceEvent', subType: 'calibration' },
    ]) {
      expect(contentOf({ ...record, time, units, value })).toMatchObject({ units: 'mmol/L', value: stored });
    }
  });

  it('converts its rate of change if the rate has units, and accepts any rate otherwise', () => {
    const reading = { type: 'cbg', time, units: 'mg/dL', value: 100 };
    const rated = { ...reading, trendRate: 2, trendRateUnits: 'mg/dL/minute' };
    expect(contentOf(rated)).toMatchObject({ trendRate: 0.11101, trendRateUnits: 'mmol/L/minute' });
    expect(contentOf({ ...reading, trendRate: -250 })).toMatchObject({ trendRate: -250 });
    expect(contentOf({ ...reading, trendRate: 2, trendRateUnits: 'mmol/L/minute' }).trendRate).toBe(2);
    expect(problemsOf({ ...rated, trendRate: 101 })).toEqual(['value-out-of-range at /0/trendRate']);
  });

  it('has no limits while its units are unknown', () => {
    const reading = { type: 'smbg', time, units: 'constructor', value: 1e9 };
    expect(problemsOf(reading)).toEqual(['value-not-allowed at /0/units']);
  });
});

describe('ketones', () => {
  it('are stored as sent', () => {
    const reading = { type: 'bloodKetone', time, units: 'mmol/l', value: 1.23456789 };
    expect(contentOf(reading)).toMatchObject({ units: 'mmol/L', value: 1.23456789 });
    expect(problemsOf({ ...reading, units: 'mg/dL' })).toEqual(['value-not-allowed at /0/units']);
  });
});
