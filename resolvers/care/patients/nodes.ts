import { nodeType } from '../../node-type';
import { loadPatient } from './patients';
import type { Patient } from './patients.types';

/** The records that clinics keep of their patients. */
export const patientNodes = [
  nodeType<Patient>({
    type: 'Patient',
    key: ({ clinicId, userId }) => [clinicId, userId],
    load: (context, clinicId, userId) => loadPatient(context, { clinicId, userId }),
    way: ({ clinicId, userId }, { personId }) =>
      userId === personId
        ? { type: 'User', field: 'clinicRecords', parent: { id: userId } }
        : { type: 'Query', field: 'patient', args: { clinicId, userId } },
  }),
];
