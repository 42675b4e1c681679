import { isCollection, type Collection } from './merge';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The name that a profile tells: that of the person with diabetes where somebody else keeps the account, or null. */
export function displayName({ fullName, patient }: Collection): string | null {
  const isOther = isCollection(patient) && patient.isOtherPerson === true;
  return (isOther ? textOf(patient.fullName) : null) ?? textOf(fullName);
}
