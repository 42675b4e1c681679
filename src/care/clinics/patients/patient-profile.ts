import type { UserEntity } from '../../../identity/accounts/user.entity';
import { now } from '../../../platform/clock';
import { birthday } from '../../../platform/rules/days';
import type { PatientEntity } from './patient.entity';

type Fields = Record<string, unknown>;

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const texts = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;

/** A birthday that was never told, or that is none, is empty. */
const birthDate = (value: unknown): string =>
  typeof value === 'string' && !birthday(now())(value) ? value : '';

/** What the part `patient` of a profile has: under which key, and how a clinic takes it over. */
const taken = {
  birthDate: { key: 'birthday', read: birthDate },
  mrn: { key: 'mrn', read: nonEmptyText },
  targetDevices: { key: 'targetDevices', read: texts },
};

/** What clinics write into profiles, and do not take from there. */
const keys = { ...taken, diagnosisType: { key: 'diagnosisType' } };

type Taken = typeof taken;

/** What account and profile tell of somebody, as a clinic keeps it. */
export type PatientFacts = Pick<PatientEntity, 'fullName' | 'email'> & {
  [Name in keyof Taken]: ReturnType<Taken[Name]['read']>;
};

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** What account and profile tell of somebody. */
export function factsOf({ email }: UserEntity, profile: Fields | null): PatientFacts {
  const patient = fieldsOf(profile?.patient);
  const facts = Object.entries(taken).map(([name, { key, read }]) => [name, read(patient[key])] as const);
  return {
    fullName: nonEmptyText(patient.fullName) ?? nonEmptyText(profile?.fullName) ?? '',
    email,
    ...(Object.fromEntries(facts) as Omit<PatientFacts, 'fullName' | 'email'>),
  };
}

/** What a clinic knows of a patient, as a change of the profile. */
export const profileOf = (patient: PatientEntity): Fields => ({
  fullName: patient.fullName,
  email: patient.email,
  'patient.emails': patient.email === null ? null : [patient.email],
  ...Object.fromEntries(
    Object.entries(keys).map(([name, { key }]) => [`patient.${key}`, patient[name as keyof typeof keys]]),
  ),
});
