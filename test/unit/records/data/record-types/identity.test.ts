import fc from 'fast-check';
import { decimalText, identityHash } from '../../../../../src/records/data/record-types/identity';
import { bolus, cbg, recordsOf } from './prepared';

describe('the hash of an identity', () => {
  it('is the base64 SHA-256 of the parts joined with bars', () => {
    expect(identityHash(['alpha', 'bravo', 'charlie'])).toBe('dO3wei6LXqnM+oEql2hguPTmyM0+QnmIZPyxzlvL2xY=');
  });
});

describe('the identity of a record', () => {
  it.each([
    [bolus, ['2024-05-06T07:08:09Z', 'bolus', 'normal']],
    [{ type: 'food', time: '2024-05-06T07:08:09.250Z' }, ['2024-05-06T07:08:09.25Z', 'food']],
    [{ type: 'food', time: '2024-05-06T09:08:10.1009+02:00' }, ['2024-05-06T07:08:10.1Z', 'food']],
    [{ type: 'food', time: '2024-05-06T07:08:00Z' }, ['2024-05-06T07:08:00Z', 'food']],
    [{ ...cbg, value: 12 }, ['2024-05-06T07:08:09Z', 'cbg', 'mmol/L', '12']],
    [{ ...cbg, value: 0.0000001 }, ['2024-05-06T07:08:09Z', 'cbg', 'mmol/L', '0.0000001']],
    [{ ...cbg, value: -0 }, ['2024-05-06T07:08:09Z', 'cbg', 'mmol/L', '0']],
    [
      { type: 'basal', deliveryType: 'suspend', time: cbg.time, duration: 1 },
      ['2024-05-06T07:08:09Z', 'basal', 'suspend'],
    ],
  ])('of %j is %j', (record, identity) => {
    expect(recordsOf(record)[0]?.identity).toEqual(identity);
  });

  it('does not depend on the units of a reading', () => {
    const [one, other] = recordsOf(
      { ...cbg, units: 'mg/dl', value: 100 },
      { ...cbg, units: 'mmol/l', value: 5.55075 },
    );
    expect(one?.identity).toEqual(['2024-05-06T07:08:09Z', 'cbg', 'mmol/L', '5.55075']);
    expect(other?.identity).toEqual(one?.identity);
  });
});

describe('the decimal text of a number', () => {
  it('has no exponent and parses back to the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalText(value);
        expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(Number(text)).toBe(value + 0);
      }),
    );
  });

  it.each([
    [0.00001, '0.00001'],
    [1.5e-9, '0.0000000015'],
    [-2e-7, '-0.0000002'],
    [1.25e21, '1250000000000000000000'],
    [5.55075, '5.55075'],
  ])('of %d is %s', (value, text) => {
    expect(decimalText(value)).toBe(text);
  });
});
