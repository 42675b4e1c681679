import { formatFindings } from '../../../support/findings';
import { newPractice, prescribe, wholeAttributes, type Practice } from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

/** Changed fields, and the findings; none if valid. */
type Row = readonly [fields: object, ...findings: string[]];

/** Submits attributes one after the other and compares the findings. */
async function expectFindings(rows: readonly Row[]): Promise<void> {
  for (const [fields, ...expected] of rows) {
    const answer = await prescribe(server, practice, practice.prescriber, wholeAttributes(fields));
    const found = answer.status === 400 ? formatFindings(answer) : [];
    expect([fields, answer.status, found]).toEqual([fields, expected.length > 0 ? 400 : 201, expected]);
  }
}

it('submitted values are humanly possible', async () => {
  const out = (...places: string[]): string[] => places.map((place) => `value-out-of-range /${place}`);
  const byWeight = (fields: object) => ({
    calculator: { ...(wholeAttributes().calculator as object), ...fields },
  });
  const pounds = (weight: number) => byWeight({ weight, weightUnits: 'lbs' });
  const weight = (value: number) => ({ weight: { value, units: 'kg' } });
  await expectFindings([
    [weight(1)],
    [weight(635)],
    [weight(0.99), ...out('weight/value')],
    [weight(0), ...out('weight/value')],
    [weight(635.1), ...out('weight/value')],
    [weight(9e15), ...out('weight/value')],
    [{ yearOfDiagnosis: 1990 }],
    [{ yearOfDiagnosis: 1989 }, ...out('yearOfDiagnosis')],
    [{ yearOfDiagnosis: 9999 }, ...out('yearOfDiagnosis')],
    [byWeight({ weight: 5e-324 }), ...out('calculator/weight')],
    [byWeight({ weight: 635.1 }), ...out('calculator/weight')],
    [pounds(2.3)],
    [pounds(1_399)],
    [pounds(2.2), ...out('calculator/weight')],
    [pounds(1_400), ...out('calculator/weight')],
    [byWeight({ totalDailyDose: 0.1, totalDailyDoseScaleFactor: 0 })],
    [byWeight({ totalDailyDose: 500, totalDailyDoseScaleFactor: 1 })],
    [byWeight({ totalDailyDose: 0 }), ...out('calculator/totalDailyDose')],
    [byWeight({ totalDailyDose: 500.1 }), ...out('calculator/totalDailyDose')],
    [byWeight({ totalDailyDoseScaleFactor: -1e308 }), ...out('calculator/totalDailyDoseScaleFactor')],
    [byWeight({ totalDailyDoseScaleFactor: 1.1 }), ...out('calculator/totalDailyDoseScaleFactor')],
    [byWeight({ recommendedBasalRate: 0.01 })],
    [byWeight({ recommendedBasalRate: 35 })],
    [byWeight({ recommendedBasalRate: 0.009 }), ...out('calculator/recommendedBasalRate')],
    [byWeight({ recommendedBasalRate: 35.1 }), ...out('calculator/recommendedBasalRate')],
    [byWeight({ recommendedCarbohydrateRatio: 1 })],
    [byWeight({ recommendedCarbohydrateRatio: 300 })],
    [byWeight({ recommendedCarbohydrateRatio: 0.9 }), ...out('calculator/recommendedCarbohydrateRatio')],
    [byWeight({ recommendedCarbohydrateRatio: 301 }), ...out('calculator/recommendedCarbohydrateRatio')],
    [byWeight({ recommendedInsulinSensitivity: 1 })],
    [byWeight({ recommendedInsulinSensitivity: 1_000 })],
    [byWeight({ recommendedInsulinSensitivity: 0.9 }), ...out('calculator/recommendedInsulinSensitivity')],
    [byWeight({ recommendedInsulinSensitivity: 1e308 }), ...out('calculator/recommendedInsulinSensitivity')],
    [{ calculator: { weight: 9e15 } }, ...out('calculator/weight')],
  ]);
});
