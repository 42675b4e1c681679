import type { Finding } from '../../platform/errors';
import { optional, within } from '../../platform/rules/finding';
import type { Calculator, PrescriptionAttributes } from './attributes';

/** The lowest and the highest clinically possible value. */
type Bounds = readonly [minimum: number, maximum: number];

/**
 * Kilograms. Below 1 kg, a newborn has an extremely low birth weight (ICD-10 P07.0) and is treated with intravenous
 * insulin in a hospital. 635 kg is the highest body weight on record (Guinness World Records, J. B. Minnoch).
 */
const kilograms: Bounds = [1, 635];

/** The conversion factor of clients. */
const poundsPerKilogram = 2.2046226218;

const pounds: Bounds = [kilograms[0] * poundsPerKilogram, kilograms[1] * poundsPerKilogram];

/** The numbers of a calculator except the weight, whose bounds depend on its units. */
type BoundedName =
  | `totalDailyDose${'' | 'ScaleFactor'}`
  | `recommended${'BasalRate' | 'CarbohydrateRatio' | 'InsulinSensitivity'}`;

/**
 * The bounds of a calculator's numbers.
 *
 * - `totalDailyDose`, units a day. More than 200 units a day, or 3 units per kg, is extreme insulin resistance (Cochran
 *   et al., Diabetes Care 2005;28:1240). Pumps are not used beyond 500 units a day: the largest reservoirs hold 300
 *   units. 0.1 units per kg is little even in remission, and the minimum weight is 1 kg.
 * - `totalDailyDoseScaleFactor`: a fraction of the dose, 0 to 1.
 * - `recommendedBasalRate`, units an hour: pumps deliver 0.01 (DANA) to 35 (MiniMed).
 * - `recommendedCarbohydrateRatio`, grams per unit: pumps support 1 to 300 (t:slim X2).
 * - `recommendedInsulinSensitivity`, mg/dL per unit: pumps support 1 to 600 (t:slim X2). The "1700 rule" gives up to
 *   1,000 for the 1.7 units a day of the smallest infants, which is also the maximum in a schedule.
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

/** A diagnosis cannot precede the year of birth. */
function diagnosisFindings(place: string, { birthday, yearOfDiagnosis }: PrescriptionAttributes): Finding[] {
  const yearOfBirth = Number(birthday?.slice(0, 4));
  return optional(place, yearOfDiagnosis, (year) =>
    year < yearOfBirth
      ? ['value-out-of-range', `${year} is before the year of birth, ${yearOfBirth}.`]
      : undefined,
  );
}

/**
 * Findings about numbers that are humanly impossible. An app doses insulin according to a submitted prescription, so
 * every number is checked, whether its calculation method needs it or not. Initial settings are checked against the
 * guard rails of the pump.
 */
export const implausibleFindings = (place: string, attributes: PrescriptionAttributes): Finding[] => [
  ...optional(`${place}/weight/value`, attributes.weight?.value, within(...kilograms)),
  ...diagnosisFindings(`${place}/yearOfDiagnosis`, attributes),
  ...calculatorFindings(`${place}/calculator`, attributes.calculator ?? {}),
];
