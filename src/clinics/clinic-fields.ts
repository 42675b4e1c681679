import timezoneNames from '../data/record-types/values/timezone-names.json';
import { badInput, type Finding } from '../errors';
import type { PhoneNumber } from './clinic.entity';

export const clinicTypes = [
  'provider_practice',
  'healthcare_system',
  'veterinary_clinic',
  'researcher',
  'other',
] as const;

export const clinicSizes = ['0-249', '250-499', '500-999', '1000+'] as const;

export const bgUnits = ['mg/dL', 'mmol/L'] as const;

/** What people say about their clinic. */
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

/** What can be taken back of a clinic. */
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

const neverEmpty = ['name', 'address', 'city', 'postalCode', 'state', 'country'] as const;

const choices = { clinicType: clinicTypes, clinicSize: clinicSizes, preferredBgUnits: bgUnits } as const;

const finding = (field: string, code: string, title: string, detail: string): Finding => ({
  code,
  title,
  detail,
  source: { pointer: `/input/${field}` },
});

const empty = (field: string): Finding =>
  finding(field, 'value-empty', 'value is empty', `"${field}" must not be empty.`);

const notValid = (field: string, detail: string): Finding =>
  finding(field, 'value-not-valid', 'value is not valid', detail);

/** Throws with every finding when what is said about a clinic is not valid. */
export function assertClinicFields(fields: Partial<ClinicFields>): void {
  const findings = [
    ...neverEmpty.filter((name) => fields[name] === '').map(empty),
    ...Object.entries(choices).flatMap(([name, allowed]) => {
      const value = fields[name as keyof typeof choices];
      if (value === undefined || (allowed as readonly string[]).includes(value)) return [];
      return [notValid(name, `"${name}" is one of ${allowed.join(', ')}.`)];
    }),
    ...(fields.timezone === undefined || timezones.has(fields.timezone)
      ? []
      : [notValid('timezone', `"${fields.timezone}" is no name of a time zone.`)]),
    ...phoneFindings(fields.phoneNumbers),
  ];
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
}

function phoneFindings(phoneNumbers: readonly PhoneNumber[] | undefined): Finding[] {
  if (!phoneNumbers) return [];
  if (phoneNumbers.length === 0) return [empty('phoneNumbers')];
  const distinct = new Set(phoneNumbers.map(({ type, number }) => JSON.stringify([type, number])));
  return [
    ...(distinct.size < phoneNumbers.length
      ? [finding('phoneNumbers', 'value-duplicate', 'value is a duplicate', 'A phone number is given twice.')]
      : []),
    ...phoneNumbers.flatMap(({ type, number }, index) => [
      ...(number === '' ? [empty(`phoneNumbers/${index}/number`)] : []),
      ...(type === '' ? [empty(`phoneNumbers/${index}/type`)] : []),
    ]),
  ];
}
