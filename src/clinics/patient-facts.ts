import type { UserEntity } from '../accounts/user.entity';
import { now } from '../clock';
import { birthday } from '../rules/days';
import type { PatientEntity } from './patient.entity';

/** What account and profile tell of somebody, as a clinic keeps it. */
export type PatientFacts = Pick<PatientEntity, 'fullName' | 'birthDate' | 'email' | 'mrn' | 'targetDevices'>;

type Fields = Record<string, unknown>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** A birthday that was never told, or that is none, is empty. */
export function factsOf({ email }: UserEntity, profile: Fields | null): PatientFacts {
  const patient = fieldsOf(profile?.patient);
  const { birthday: day, targetDevices } = patient;
  return {
    fullName: textOf(patient.fullName) ?? textOf(profile?.fullName) ?? '',
    birthDate: typeof day === 'string' && !birthday(now())(day) ? day : '',
    email,
    mrn: textOf(patient.mrn),
    targetDevices: Array.isArray(targetDevices)
      ? targetDevices.filter((device) => typeof device === 'string')
      : null,
  };
}
