import type { RestRequest } from '../../route';

/** Guard: the rule of a mutation with the clinic of the path, and the patient if the path names one. */
export const guardFields =
  (field: string) =>
  ({ params: { clinicId, patientId } }: RestRequest) => ({
    type: 'Mutation',
    field,
    args: { input: { clinicId, userId: patientId } },
  });

/** Guard: the rule of a field of the clinic in the path. */
export const guardOfClinic =
  (field: string) =>
  ({ params: { clinicId } }: RestRequest) => ({ type: 'Clinic', field, parent: { id: clinicId } });
