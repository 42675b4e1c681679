import { hex24, nodeType } from '../../node-type';
import { toClinician, type Clinician } from './clinicians.types';
import { loadClinic } from './clinics';
import type { Clinic } from './clinics.types';

/** Clinics and their members, invited ones too. */
export const clinicNodes = [
  nodeType<Clinic>({
    type: 'Clinic',
    ownId: hex24,
    load: loadClinic,
    way: ({ id }) => ({ type: 'Query', field: 'clinic', args: { id } }),
  }),
  nodeType<Clinician>({
    type: 'Clinician',
    key: ({ clinicId, recordId }) => [clinicId, recordId],
    load: async (context, clinicId, id) => {
      const found = await context.load(context.services.clinicians.findRecords, { clinicId, id });
      return found && toClinician(found);
    },
    way: ({ clinicId, userId }, { personId }) =>
      userId !== null && userId === personId
        ? { type: 'User', field: 'clinics', parent: { id: userId } }
        : { type: 'Clinic', field: 'clinicians', parent: { id: clinicId } },
  }),
];
