import type { PrescriptionFilter } from '../resolvers/prescriptions.types';
import { PrescriptionStateName } from '../resolvers/prescriptions.types';
import { pageParameters } from './paging';
import type { QueryParameters } from './query-parameters';

const largestPage = 1_000;

/** Parameters of the lists that patients read. */
export const claimedParameters = {
  id: { description: 'Only the one with this id.' },
  state: { description: 'Only those in this state.' },
  createdAfter: { description: 'Only those made at this instant or later.' },
  createdBefore: { description: 'Only those made before this instant.' },
  modifiedAfter: { description: 'Only those changed at this instant or later.' },
  modifiedBefore: { description: 'Only those changed before this instant.' },
  ...pageParameters,
};

/** Parameters of the lists that clinics read. */
export const clinicParameters = {
  ...claimedParameters,
  patientUserId: { description: 'Only those that this account has claimed.' },
  patientEmail: { description: 'Only those that name this address, letter for letter.' },
};

/** What is wanted. Throws when a parameter is not valid, not known or given twice. */
export function filterOf(query: QueryParameters, parameters: object): PrescriptionFilter {
  query.assertOnly(Object.keys(parameters));
  return {
    id: query.nonEmptyText('id'),
    patientUserId: query.nonEmptyText('patientUserId'),
    patientEmail: query.nonEmptyText('patientEmail'),
    state: query.word('state', Object.values(PrescriptionStateName)),
    createdAfter: query.nonEmptyInstant('createdAfter'),
    createdBefore: query.nonEmptyInstant('createdBefore'),
    modifiedAfter: query.nonEmptyInstant('modifiedAfter'),
    modifiedBefore: query.nonEmptyInstant('modifiedBefore'),
  };
}

/** The part of the list that is wanted. Throws when it is out of range. */
export function placeOf(query: QueryParameters): { offset: number; size: number } {
  const page = query.integer('page', { minimum: 0 }) ?? 0;
  const size = query.integer('size', { minimum: 1, maximum: largestPage }) ?? 100;
  return { offset: Math.min(page * size, Number.MAX_SAFE_INTEGER), size };
}
