import type { RestRequest } from '../../route';

/** The rule of a mutation, asked with the clinic of the path, and the patient where the path names one. */
export const guardOf =
  (field: string) =>
  ({ params: { clinicId, patientId } }: RestRequest) => ({
    type: 'Mutation',
    field,
    args: { input: { clinicId, userId: patientId } },
  });

/** The rule of a field of the clinic of the path. */
export const guardOfClinic =
  (field: string) =>
  ({ params: { clinicId } }: RestRequest) => ({ type: 'Clinic', field, parent: { id: clinicId } });
