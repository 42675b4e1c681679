import { isCollection, type Collection } from './merge';

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The name in a profile: that of the person with diabetes if somebody else manages the account; or null. */
export function displayName({ fullName, patient }: Collection): string | null {
  const isOther = isCollection(patient) && patient.isOtherPerson === true;
  return (isOther ? nonEmptyText(patient.fullName) : null) ?? nonEmptyText(fullName);
}
