import fc from 'fast-check';
import type { Calculator } from '../../../../src/care/prescriptions/attributes';
import { isAccessCode, newAccessCode } from '../../../../src/care/prescriptions/access-code';
import { attributeFindings } from '../../../../src/care/prescriptions/check-attributes';
import { integrityHash, keptAttributes } from '../../../../src/care/prescriptions/integrity';
import { hashAttributes, wholeAttributes } from '../../../support/prescriptions';

const placesOf = (calculator: Calculator): string[] =>
  attributeFindings({ state: 'draft', calculator }, Date.now()).map(
    ({ source }) => source?.pointer?.split('/').at(-1) ?? '',
  );

describe('a calculator', () => {
  const positive = fc.double({ min: 5e-324, max: 1e6, noNaN: true });
  const notPositive = fc.oneof(fc.double({ min: -1e6, max: 0, noNaN: true }), fc.constant(undefined));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const noShare = fc.oneof(
    fc.double({ min: -10, max: -5e-324, noNaN: true }),
    fc.double({ min: 1.000_000_1, max: 10, noNaN: true }),
    fc.constant(undefined),
  );
  /** A value, and whether it is valid where it matters. */
  const either = <Value>(good: fc.Arbitrary<Value>, bad: fc.Arbitrary<Value | undefined>) =>
    fc.oneof(
      good.map((value): [Value | undefined, boolean] => [value, true]),
      bad.map((value): [Value | undefined, boolean] => [value, false]),
    );
  const ofWeight = ['weight', 'weightUnits'];
  const ofDose = ['totalDailyDose', 'totalDailyDoseScaleFactor'];
  const ofAll = ['recommendedBasalRate', 'recommendedCarbohydrateRatio', 'recommendedInsulinSensitivity'];
  const needs: Record<string, string[]> = {
    weight: [...ofWeight, ...ofAll],
    totalDailyDose: [...ofDose, ...ofAll],
    totalDailyDoseAndWeight: [...ofWeight, ...ofDose, ...ofAll],
  };

  it('gets findings for everything that its method requires, and nothing else', () => {
    const units = either(fc.constantFrom('kg', 'lbs'), fc.constantFrom('', 'KG', 'stones', undefined));
    const members = fc.record({
      weight: either(positive, notPositive),
      weightUnits: units,
      totalDailyDose: either(positive, notPositive),
      totalDailyDoseScaleFactor: either(share, noShare),
      recommendedBasalRate: either(positive, notPositive),
      recommendedCarbohydrateRatio: either(positive, notPositive),
      recommendedInsulinSensitivity: either(positive, notPositive),
    });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(needs)), members, (method, given) => {
        const entries = Object.entries(given) as [string, [unknown, boolean]][];
        const calculator = Object.fromEntries(entries.map(([name, [value]]) => [name, value]));
        const wrong = entries.filter(([name, [, isGood]]) => needs[method]?.includes(name) && !isGood);
        expect(placesOf({ method, ...calculator }).sort()).toEqual(wrong.map(([name]) => name).sort());
        expect(placesOf(calculator)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the hash of attributes', () => {
  const text = fc.string({ unit: 'binary' });
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const attributes = fc.record(
    {
      state: fc.constantFrom('draft', 'pending', 'submitted'),
      firstName: text,
      mrn: text,
      prescriberTermsAccepted: fc.boolean(),
      yearOfDiagnosis: fc.integer(),
      weight: fc.record({ value: number, units: fc.constantFrom('kg', 'lbs') }, { requiredKeys: [] }),
      initialSettings: fc.record(
        {
          glucoseSafetyLimit: number,
          basalRateSchedule: fc.array(fc.record({ start: fc.nat(), rate: number })),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['state'] },
  );

  it('equals that of any client with canonical JSON, for any content', () => {
    fc.assert(
      fc.property(attributes, (given) => {
        const kept = keptAttributes(given);
        expect(integrityHash(kept)).toBe(hashAttributes(given));
        // The value read from the database has the same hash.
        expect(integrityHash(JSON.parse(JSON.stringify(kept)))).toBe(hashAttributes(given));
      }),
    );
  });

  it('changes with every change', () => {
    fc.assert(
      fc.property(attributes, attributes, (one, other) => {
        const areSame = hashAttributes(one) === hashAttributes(other);
        expect(integrityHash(keptAttributes(one)) === integrityHash(keptAttributes(other))).toBe(areSame);
        expect(integrityHash(keptAttributes({ ...one, lastName: 'x' }))).not.toBe(
          integrityHash(keptAttributes(one)),
        );
      }),
    );
  });
});

it('access codes are drawn from 32 characters with equal probability', () => {
  const draws = 4_000;
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw += 1) {
    const code = newAccessCode();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    for (const letter of code) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  // 750 each; a frequency off by half would deviate by more than 13 standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - (draws * 6) / 32)).toBeLessThan(375);
});

/** The findings about a complete prescription with changed fields, as `code place`. */
const findProblems = (fields: object): string[] =>
  attributeFindings(wholeAttributes(fields), Date.now()).map(
    ({ code, source }) => `${code} ${source?.pointer?.replace('/input/attributes/', '')}`,
  );

describe('a phone number', () => {
  const phone = (number: string) => findProblems({ phoneNumber: { countryCode: 1, number } });

  it.each(['1234567890', '(123)456-7890', '(123) 456-7890'])('may be %s', (number) => {
    expect(phone(number)).toEqual([]);
  });

  it.each([
    ...['', '1', '123456789', '12345678901', 'abcdefghij', 'x1234567890', '1234567890x'],
    ...['(1) 456-7890', '(abc) 456-7890', '(123)  456-7890', '(123) 4-7890', '(123) abc-7890'],
    ...['(123) 456-7', '(123) 456-abcd', '(123) 456-78901', 'x(123) 456-7890'],
  ])('must not be "%s"', (number) => {
    expect(phone(number)).toEqual(['value-not-matches phoneNumber/number']);
  });
});

describe('a number of a submitted prescription', () => {
  const calculator = { ...wholeAttributes().calculator, method: 'totalDailyDoseAndWeight' };
  const whole = { ...calculator, totalDailyDose: 40, totalDailyDoseScaleFactor: 1 };
  const bounds: [name: string, lowest: number, highest: number][] = [
    ['weight', 1, 635],
    ['totalDailyDose', 0.1, 500],
    ['recommendedBasalRate', 0.01, 35],
    ['recommendedCarbohydrateRatio', 1, 300],
    ['recommendedInsulinSensitivity', 1, 1_000],
  ];
  const of = (fields: object) => findProblems({ calculator: { ...whole, ...fields } });

  it.each(bounds)('is possible within its bounds only: %s', (name, lowest, highest) => {
    for (const value of [lowest, highest]) expect(of({ [name]: value })).toEqual([]);
    for (const value of [lowest * 0.99, highest * 1.01])
      expect(of({ [name]: value })).toEqual([`value-out-of-range calculator/${name}`]);
  });

  it('has other bounds in pounds', () => {
    for (const weight of [2.21, 1_399]) expect(of({ weight, weightUnits: 'lbs' })).toEqual([]);
    for (const weight of [2.2, 1_400])
      expect(of({ weight, weightUnits: 'lbs' })).toEqual(['value-out-of-range calculator/weight']);
  });
});

it('an access code has six of its 32 characters', () => {
  expect(isAccessCode(newAccessCode())).toBe(true);
  for (const text of ['', 'ABCDE', 'ABCDEFG', 'ABCDE1', 'abcdef']) expect(isAccessCode(text)).toBe(false);
});
