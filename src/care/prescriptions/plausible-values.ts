import type { Finding } from '../../platform/errors';
import { optional, within } from '../../platform/rules/finding';
import type { Calculator, PrescriptionAttributes } from './attributes';

/** The lowest and the highest value that a clinician would call possible. */
type Bounds = readonly [minimum: number, maximum: number];

/**
 * Kilograms. Below 1 kg, a newborn has an extremely low birth weight (ICD-10 P07.0) and is treated by intravenous
 * insulin in a hospital. 635 kg is the highest body weight on record (Guinness World Records, J. B. Minnoch).
 */
const kilograms: Bounds = [1, 635];

/** The factor that clients compute with. */
const poundsPerKilogram = 2.2046226218;

const pounds: Bounds = [kilograms[0] * poundsPerKilogram, kilograms[1] * poundsPerKilogram];

/** The numbers of a calculator but for the weight, of which the bounds depend on its units. */
type BoundedName =
  | `totalDailyDose${'' | 'ScaleFactor'}`
  | `recommended${'BasalRate' | 'CarbohydrateRatio' | 'InsulinSensitivity'}`;

/**
 * What the numbers of a calculator can be.
 *
 * - `totalDailyDose`, units a day. More than 200 units a day, or 3 units per kg, is extreme insulin resistance (Cochran
 *   et al., Diabetes Care 2005;28:1240); beyond 500 units a day nobody is treated with a pump, of which the largest
 *   reservoirs hold 300 units. 0.1 units per kg is little even in remission, and nobody weighs less than 1 kg.
 * - `totalDailyDoseScaleFactor`: a share of the dose, 0 to 1.
 * - `recommendedBasalRate`, units an hour: pumps deliver 0.01 (DANA) to 35 (MiniMed).
 * - `recommendedCarbohydrateRatio`, grams per unit: pumps take 1 to 300 (t:slim X2).
 * - `recommendedInsulinSensitivity`, mg/dL per unit: pumps take 1 to 600 (t:slim X2). The "1700 rule" gives up to 1,000
 *   for the 1.7 units a day of the smallest infants, which is also the most that a schedule takes.
 */
const calculatorBounds: Readonly<Record<BoundedName, Bounds>> = {
  totalDailyDose: [0.1, 500],
  totalDailyDoseScaleFactor: [0, 1],
  recommendedBasalRate: [0.01, 35],
  recommendedCarbohydrateRatio: [1, 300],
  recommendedInsulinSensitivity: [1, 1_000],
};

function calculatorFindings(place: string, calculator: Calculator): Finding[] {
  const weightBounds = calculator.weightUnits === 'lbs' ? pounds : kilograms;
  const names = Object.keys(calculatorBounds) as BoundedName[];
  return [
    ...optional(`${place}/weight`, calculator.weight, within(...weightBounds)),
    ...names.flatMap((name) =>
      optional(`${place}/${name}`, calculator[name], within(...calculatorBounds[name])),
    ),
  ];
}

/** A diagnosis is made in the year of birth at the earliest. */
function diagnosisFindings(place: string, { birthday, yearOfDiagnosis }: PrescriptionAttributes): Finding[] {
  const yearOfBirth = Number(birthday?.slice(0, 4));
  return optional(place, yearOfDiagnosis, (year) =>
    year < yearOfBirth
      ? ['value-out-of-range', `${year} is before the year of birth, ${yearOfBirth}.`]
      : undefined,
  );
}

/**
 * The numbers of a prescription that no human being can have. An app doses insulin by what is submitted, so each number
 * is looked at, whether its method of calculation needs it or not. Initial settings are held to the rails of the pump.
 */
export const implausibleFindings = (place: string, attributes: PrescriptionAttributes): Finding[] => [
  ...optional(`${place}/weight/value`, attributes.weight?.value, within(...kilograms)),
  ...diagnosisFindings(`${place}/yearOfDiagnosis`, attributes),
  ...calculatorFindings(`${place}/calculator`, attributes.calculator ?? {}),
];
