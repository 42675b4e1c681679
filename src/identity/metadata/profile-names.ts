import type { Finding } from '../../platform/errors';
import { optional, refuse } from '../../platform/rules/finding';
import { line } from '../../platform/rules/texts';
import { isCollection, type Collection } from './merge';

const names = ['fullName', 'firstName', 'lastName'] as const;

/** Problems of changed names. Names from before there were rules do not block other changes. */
function changedNames(place: string, before: Collection, after: Collection): Finding[] {
  return names.flatMap((name) => {
    const value = after[name];
    // Clients write an empty name for none.
    if (typeof value !== 'string' || value === '' || value === before[name]) return [];
    return optional(`${place}/${name}`, value, line());
  });
}

const patientIn = ({ patient }: Collection): Collection => (isCollection(patient) ? patient : {});

/**
 * Throws when a change of a profile sets an invalid name: other people see these names.
 *
 * @param place of the change in the input, such as `/patch`
 */
export const assertProfileNames = (place: string, before: Collection, after: Collection): void =>
  refuse(
    [
      ...changedNames(place, before, after),
      ...changedNames(`${place}/patient`, patientIn(before), patientIn(after)),
    ],
    place,
  );
