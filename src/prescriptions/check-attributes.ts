import type { Finding } from '../errors';
import type { Calculator, PhoneNumber, PrescriptionAttributes, Weight } from './attributes';
import { isDay } from './calendar-day';
import { settingsFindings } from './check-settings';
import { above, notEmpty, oneOf, optional, required, within, type Check } from './finding';

/** RFC 5321. */
const longestEmail = 254;

/** Something@a.domain.of.several.labels, without blanks and control characters. */
const emailPattern = /^[^\s@\p{C}]+@([-a-z0-9]+\.)+[a-z]{2,}$/iu;

/** `1234567890`, `(123)456-7890` or `(123) 456-7890`. */
const phonePattern = /^(\d{10}|\(\d{3}\) ?\d{3}-\d{4})$/;

/** True for an address that the access code can be sent to. */
export const isEmail = (text: string): boolean => text.length <= longestEmail && emailPattern.test(text);

const email: Check<string> = (value) =>
  isEmail(value) ? undefined : ['value-not-valid', `"${value}" is not an e-mail address.`];

const matches =
  (pattern: RegExp, examples: string): Check<string> =>
  (value) =>
    pattern.test(value) ? undefined : ['value-not-matches', `"${value}" is not written like ${examples}.`];

const empty: Check<string> = (value) =>
  value === '' ? undefined : ['value-not-empty', 'A patient’s own account has no caregiver.'];

const isTrue: Check<boolean> = (value) =>
  value ? undefined : ['value-not-true', 'The prescriber has to accept the terms.'];

const birthdayBefore =
  (time: number): Check<string> =>
  (value) => {
    if (!isDay(value)) return ['value-not-valid', `"${value}" is not a day such as 1990-05-06.`];
    return Date.parse(value) < time ? undefined : ['value-not-before', `${value} lies in the future.`];
  };

const weightFindings = (place: string, { value, units }: Weight): Finding[] => [
  ...optional(`${place}/value`, value, above(0)),
  ...required(`${place}/units`, units, oneOf('kg')),
];

const phoneFindings = (place: string, { countryCode, number }: PhoneNumber): Finding[] => [
  ...required(`${place}/countryCode`, countryCode, within(1, 1)),
  ...required(`${place}/number`, number, matches(phonePattern, '(123) 456-7890')),
];

/** Methods by what they need. */
const weightMethods = ['weight', 'totalDailyDoseAndWeight'];
const doseMethods = ['totalDailyDose', 'totalDailyDoseAndWeight'];

/** Without a method, nothing of a calculator is looked at. */
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
    return accountType === 'caregiver' && isSubmitted ? required(at, attributes[name], notEmpty) : [];
  });
}

/**
 * Everything that is wrong with the attributes of a revision, but for the rails of its pump. Drafts may have gaps; what
 * is submitted must be whole.
 *
 * @param time milliseconds since the epoch; nobody is born later
 */
export function attributeFindings(attributes: PrescriptionAttributes, time: number): Finding[] {
  const { weight, phoneNumber, calculator, initialSettings } = attributes;
  const place = '/attributes';
  const at = (name: keyof PrescriptionAttributes) => `${place}/${name}`;
  const isSubmitted = attributes.state === 'submitted';
  const needed: typeof optional = isSubmitted ? required : optional;
  return [
    ...required(at('state'), attributes.state, oneOf('draft', 'pending', 'submitted')),
    ...needed(at('accountType'), attributes.accountType, oneOf('patient', 'caregiver')),
    ...caregiverFindings(place, attributes, isSubmitted),
    ...needed(at('firstName'), attributes.firstName, notEmpty),
    ...needed(at('lastName'), attributes.lastName, notEmpty),
    ...needed(at('birthday'), attributes.birthday, birthdayBefore(time)),
    ...needed(at('email'), attributes.email, email),
    ...needed(at('sex'), attributes.sex, oneOf('male', 'female', 'undisclosed')),
    ...(weight ? weightFindings(at('weight'), weight) : []),
    ...optional(at('yearOfDiagnosis'), attributes.yearOfDiagnosis, above(1900)),
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
}
