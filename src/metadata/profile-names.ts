import type { Finding } from '../errors';
import { optional, refuse } from '../rules/finding';
import { line } from '../rules/texts';
import { isCollection, type Collection } from './merge';

const names = ['fullName', 'firstName', 'lastName'] as const;

/** What is wrong with names that have changed. A name that was written before there were rules does no harm to others. */
function changedNames(place: string, before: Collection, after: Collection): Finding[] {
  return names.flatMap((name) => {
    const value = after[name];
    // Clients write an empty name for none.
    if (typeof value !== 'string' || value === '' || value === before[name]) return [];
    return optional(`${place}/${name}`, value, line());
  });
}

const patientIn = ({ patient }: Collection): Collection => (isCollection(patient) ? patient : {});

/** Throws when a change of a profile gives somebody a name that is none: others read it wherever they meet them. */
export const assertProfileNames = (before: Collection, after: Collection): void =>
  refuse([
    ...changedNames('', before, after),
    ...changedNames('/patient', patientIn(before), patientIn(after)),
  ]);
