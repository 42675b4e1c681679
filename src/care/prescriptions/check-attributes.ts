import { isEmailAddress } from '../../platform/rules/email-address';
import type { Finding } from '../../platform/errors';
import type { Calculator, PhoneNumber, PrescriptionAttributes, Weight } from './attributes';
import { birthday, latestYear } from '../../platform/rules/days';
import { settingsFindings } from './check-settings';
import type { Check } from '../../platform/rules/check';
import { above, oneOf, optional, required, within } from '../../platform/rules/finding';
import { line, quoted } from '../../platform/rules/texts';
import { implausibleFindings } from './plausible-values';

/** `1234567890`, `(123)456-7890` or `(123) 456-7890`. */
const phonePattern = /^(\d{10}|\(\d{3}\) ?\d{3}-\d{4})$/;

const email: Check<string> = (value) =>
  isEmailAddress(value) ? undefined : ['value-not-valid', `${quoted(value)} is not an email address.`];

const matches =
  (pattern: RegExp, examples: string): Check<string> =>
  (value) =>
    pattern.test(value)
      ? undefined
      : ['value-not-matches', `${quoted(value)} does not have the format ${examples}.`];

const empty: Check<string> = (value) =>
  value === '' ? undefined : ['value-not-empty', 'A patient’s own account cannot have a caregiver.'];

const isTrue: Check<boolean> = (value) =>
  value ? undefined : ['value-not-true', 'The prescriber must accept the terms.'];

const notAfter =
  (year: number): Check<number> =>
  (value) =>
    value <= year ? undefined : ['value-out-of-range', `${value} is in the future.`];

const weightFindings = (place: string, { value, units }: Weight): Finding[] => [
  ...optional(`${place}/value`, value, above(0)),
  ...required(`${place}/units`, units, oneOf('kg')),
];

const phoneFindings = (place: string, { countryCode, number }: PhoneNumber): Finding[] => [
  ...required(`${place}/countryCode`, countryCode, within(1, 1)),
  ...required(`${place}/number`, number, matches(phonePattern, '(123) 456-7890')),
];

/** Calculation methods by required inputs. */
const weightMethods = ['weight', 'totalDailyDoseAndWeight'];
const doseMethods = ['totalDailyDose', 'totalDailyDoseAndWeight'];

/** Findings about inputs that the method requires. Without a method, a draft's calculator is not checked. */
function calculatorFindings(place: string, calculator: Calculator): Finding[] {
  const { method } = calculator;
  if (method === undefined) return [];
  const at = (name: keyof Calculator) => `${place}/${name}`;
  const positive = (
    name:
      'weight' | 'totalDailyDose' | `recommended${'BasalRate' | 'CarbohydrateRatio' | 'InsulinSensitivity'}`,
  ) => required(at(name), calculator[name], above(0));
  return [
    ...required(at('method'), method, oneOf('weight', 'totalDailyDose', 'totalDailyDoseAndWeight')),
    ...(weightMethods.includes(method)
      ? [...positive('weight'), ...required(at('weightUnits'), calculator.weightUnits, oneOf('kg', 'lbs'))]
      : []),
    ...(doseMethods.includes(method)
      ? [
          ...positive('totalDailyDose'),
          ...required(at('totalDailyDoseScaleFactor'), calculator.totalDailyDoseScaleFactor, within(0, 1)),
        ]
      : []),
    ...positive('recommendedBasalRate'),
    ...positive('recommendedCarbohydrateRatio'),
    ...positive('recommendedInsulinSensitivity'),
  ];
}

function caregiverFindings(
  place: string,
  attributes: PrescriptionAttributes,
  isSubmitted: boolean,
): Finding[] {
  const { accountType } = attributes;
  return (['caregiverFirstName', 'caregiverLastName'] as const).flatMap((name) => {
    const at = `${place}/${name}`;
    if (accountType === 'patient') return optional(at, attributes[name], empty);
    return accountType === 'caregiver' && isSubmitted
      ? required(at, attributes[name], line())
      : optional(at, attributes[name], line({ mayBeBlank: true }));
  });
}

/**
 * All findings about the attributes of a revision, except guard rails of its pump. Drafts may be incomplete; submitted
 * prescriptions must be complete and humanly possible.
 *
 * @param time milliseconds since the epoch; birthdays must be earlier
 */
export function attributeFindings(attributes: PrescriptionAttributes, time: number): Finding[] {
  const { weight, phoneNumber, calculator, initialSettings } = attributes;
  const place = '/attributes';
  const at = (name: keyof PrescriptionAttributes) => `${place}/${name}`;
  const isSubmitted = attributes.state === 'submitted';
  const needed: typeof optional = isSubmitted ? required : optional;
  const findings = [
    ...required(at('state'), attributes.state, oneOf('draft', 'pending', 'submitted')),
    ...needed(at('accountType'), attributes.accountType, oneOf('patient', 'caregiver')),
    ...caregiverFindings(place, attributes, isSubmitted),
    ...needed(at('firstName'), attributes.firstName, line()),
    ...needed(at('lastName'), attributes.lastName, line()),
    ...needed(at('birthday'), attributes.birthday, birthday(time)),
    ...optional(at('mrn'), attributes.mrn, line({ mayBeBlank: true })),
    ...needed(at('email'), attributes.email, email),
    ...needed(at('sex'), attributes.sex, oneOf('male', 'female', 'undisclosed')),
    ...(weight ? weightFindings(at('weight'), weight) : []),
    ...optional(at('yearOfDiagnosis'), attributes.yearOfDiagnosis, above(1900), notAfter(latestYear(time))),
    ...(phoneNumber ? phoneFindings(at('phoneNumber'), phoneNumber) : []),
    ...optional(at('training'), attributes.training, oneOf('inPerson', 'inModule')),
    ...needed(at('therapySettings'), attributes.therapySettings, oneOf('initial', 'transferPumpSettings')),
    ...(isSubmitted
      ? required(at('prescriberTermsAccepted'), attributes.prescriberTermsAccepted, isTrue)
      : []),
    ...(calculator ? calculatorFindings(at('calculator'), calculator) : []),
    ...(initialSettings
      ? settingsFindings(at('initialSettings'), initialSettings, isSubmitted)
      : needed(at('initialSettings'), initialSettings)),
  ];
  if (!isSubmitted) return findings;
  const found = new Set(findings.map(({ source }) => source?.pointer));
  // Reports a weight of 0 only once.
  const implausible = implausibleFindings(place, attributes).filter(
    ({ source }) => !found.has(source?.pointer),
  );
  return [...findings, ...implausible];
}
