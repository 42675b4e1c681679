import timezoneNames from '../../platform/validation/values/timezone-names.json';
import type { Finding } from '../../platform/errors';
import type { Check } from '../../platform/rules/check';
import { findingAt, oneOf, optional, refuse } from '../../platform/rules/finding';
import { line, quoted } from '../../platform/rules/texts';
import { longestWebsite } from './clinic-body';
import type { PhoneNumber } from './clinic.entity';

export const clinicTypes = [
  'provider_practice',
  'healthcare_system',
  'veterinary_clinic',
  'researcher',
  'other',
] as const;

export const clinicSizes = ['0-249', '250-499', '500-999', '1000+'] as const;

const bgUnits = ['mg/dL', 'mmol/L'] as const;

/** Details of a clinic. */
export interface ClinicFields {
  name: string;
  address?: string;
  city?: string;
  postalCode?: string;
  state?: string;
  country?: string;
  phoneNumbers?: PhoneNumber[];
  clinicType?: string;
  clinicSize?: string;
  website?: string;
  preferredBgUnits: string;
  /** IANA name. */
  timezone?: string;
}

/** Details of a clinic that can be cleared. */
export const clearableClinicFields = [
  'address',
  'city',
  'postalCode',
  'state',
  'country',
  'phoneNumbers',
  'clinicType',
  'clinicSize',
  'website',
  'timezone',
] as const;

export type ClearableClinicField = (typeof clearableClinicFields)[number];

const timezones: ReadonlySet<string> = new Set(timezoneNames);

const lines = ['name', 'address', 'city', 'postalCode', 'state', 'country'] as const;

const choices = { clinicType: clinicTypes, clinicSize: clinicSizes, preferredBgUnits: bgUnits } as const;

/** A percent sign that is not followed by two hexadecimal digits, or stands for a control character (RFC 3986, 2.1). */
const badEscape = /%(?![0-9a-f]{2})|%[01][0-9a-f]|%7f/i;

/** A line of text, possibly blank: it need not be a URL. */
const website: Check<string> = (value) =>
  line({ longest: longestWebsite, mayBeBlank: true })(value) ??
  (badEscape.test(value)
    ? [
        'value-not-valid',
        `${quoted(value)} is not an address: a "%" must be followed by two hexadecimal digits.`,
      ]
    : undefined);

const timezone: Check<string> = (value) =>
  timezones.has(value) ? undefined : ['value-not-valid', `${quoted(value)} is not a time zone name.`];

/** Throws every finding when the details of a clinic are invalid. */
export function assertClinicFields(fields: Partial<ClinicFields>): void {
  refuse([
    ...lines.flatMap((name) => optional(`/${name}`, fields[name], line())),
    ...optional('/website', fields.website, website),
    ...Object.entries(choices).flatMap(([name, allowed]) =>
      optional(`/${name}`, fields[name as keyof typeof choices], oneOf(...allowed)),
    ),
    ...optional('/timezone', fields.timezone, timezone),
    ...phoneFindings(fields.phoneNumbers),
  ]);
}

/** Upper limit, far above what a clinic has. */
const mostPhoneNumbers = 100;

function phoneFindings(phoneNumbers: readonly PhoneNumber[] | undefined): Finding[] {
  if (!phoneNumbers) return [];
  const place = '/phoneNumbers';
  if (phoneNumbers.length === 0) return [findingAt(place, ['value-empty', 'It must not be empty.'])];
  if (phoneNumbers.length > mostPhoneNumbers)
    return [findingAt(place, ['length-out-of-range', `It has more than ${mostPhoneNumbers} numbers.`])];
  const distinct = new Set(phoneNumbers.map(({ type, number }) => JSON.stringify([type, number])));
  return [
    ...(distinct.size < phoneNumbers.length
      ? [findingAt(place, ['value-duplicate', 'A phone number is listed twice.'])]
      : []),
    ...phoneNumbers.flatMap(({ type, number }, index) => [
      ...optional(`${place}/${index}/number`, number, line()),
      ...optional(`${place}/${index}/type`, type ?? undefined, line()),
    ]),
  ];
}
