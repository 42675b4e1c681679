import type { PrescriptionFilter } from '../../../resolvers/care/prescriptions/prescriptions.types';
import { PrescriptionStateName } from '../../../resolvers/care/prescriptions/prescriptions.types';
import { pageParameters } from '../../paging';
import type { QueryParameters } from '../../query-parameters';
import { describedAs } from '../../sentence';

const largestPage = 1_000;

/** Query parameters of patients' lists. */
export const claimedParameters = {
  id: { description: describedAs('ClaimedPrescriptionFilter.id') },
  state: { description: describedAs('ClaimedPrescriptionFilter.state') },
  createdAfter: { description: describedAs('ClaimedPrescriptionFilter.createdAfter') },
  createdBefore: { description: describedAs('ClaimedPrescriptionFilter.createdBefore') },
  modifiedAfter: { description: describedAs('ClaimedPrescriptionFilter.modifiedAfter') },
  modifiedBefore: { description: describedAs('ClaimedPrescriptionFilter.modifiedBefore') },
  ...pageParameters,
};

/** Query parameters of clinics' lists. */
export const clinicParameters = {
  ...claimedParameters,
  patientUserId: { description: describedAs('PrescriptionFilter.patientUserId') },
  patientEmail: { description: 'Only those with exactly this email address.' },
};

/** The requested filter. Throws when a parameter is invalid, unknown or repeated. */
export function readFilter(query: QueryParameters, parameters: object): PrescriptionFilter {
  query.assertOnly(Object.keys(parameters));
  return {
    id: query.nonEmptyText('id'),
    patientUserId: query.nonEmptyText('patientUserId'),
    patientEmail: query.nonEmptyUnspaced('patientEmail'),
    state: query.word('state', Object.values(PrescriptionStateName)),
    createdAfter: query.nonEmptyInstant('createdAfter'),
    createdBefore: query.nonEmptyInstant('createdBefore'),
    modifiedAfter: query.nonEmptyInstant('modifiedAfter'),
    modifiedBefore: query.nonEmptyInstant('modifiedBefore'),
  };
}

/** The requested part of the list. Throws when it is out of range. */
export function readPlace(query: QueryParameters): { offset: number; size: number } {
  const page = query.integer('page', { minimum: 0 }) ?? 0;
  const size = query.integer('size', { minimum: 1, maximum: largestPage }) ?? 100;
  return { offset: Math.min(page * size, Number.MAX_SAFE_INTEGER), size };
}
