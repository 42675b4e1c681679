import type { UserEntity } from '../../identity/accounts/user.entity';
import { now } from '../../platform/clock';
import { birthday } from '../../platform/rules/days';
import type { PatientEntity } from './patient.entity';

type Fields = Record<string, unknown>;

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const texts = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;

/** Empty if the birthday is unknown or invalid. */
const birthDate = (value: unknown): string =>
  typeof value === 'string' && !birthday(now())(value) ? value : '';

/** A field of the `patient` object of a profile: its key, and how a clinic reads it. */
const taken = {
  birthDate: { key: 'birthday', read: birthDate },
  mrn: { key: 'mrn', read: nonEmptyText },
  targetDevices: { key: 'targetDevices', read: texts },
};

/** Fields that clinics write to profiles but do not read from them. */
const keys = { ...taken, diagnosisType: { key: 'diagnosisType' } };

type Taken = typeof taken;

/** Details of a person from account and profile, in the form that a clinic stores. */
export type PatientFacts = Pick<PatientEntity, 'fullName' | 'email'> & {
  [Name in keyof Taken]: ReturnType<Taken[Name]['read']>;
};

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Details of a person from account and profile. */
export function readFacts({ email }: UserEntity, profile: Fields | null): PatientFacts {
  const patient = toFields(profile?.patient);
  const facts = Object.entries(taken).map(([name, { key, read }]) => [name, read(patient[key])] as const);
  return {
    fullName: nonEmptyText(patient.fullName) ?? nonEmptyText(profile?.fullName) ?? '',
    email,
    ...(Object.fromEntries(facts) as Omit<PatientFacts, 'fullName' | 'email'>),
  };
}

/** A clinic's details of a patient, as a change of the profile. */
export const toProfile = (patient: PatientEntity): Fields => ({
  fullName: patient.fullName,
  email: patient.email,
  'patient.emails': patient.email === null ? null : [patient.email],
  ...Object.fromEntries(
    Object.entries(keys).map(([name, { key }]) => [`patient.${key}`, patient[name as keyof typeof keys]]),
  ),
});

/**
 * What a clinic's record adds to the profile that it was read from, as a change of that. Nothing is cleared: a clinic does not
 * read all that it writes, and may have understood less than there is.
 */
export function toAdditions(patient: PatientEntity, { email: _email, ...own }: PatientFacts): Fields {
  const names = Object.keys(own) as (keyof typeof own)[];
  const read = names.filter((name) => patient[name] === own[name]).map((name) => [name, null]);
  const fields = toProfile(Object.assign({ ...patient }, Object.fromEntries(read)) as PatientEntity);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
