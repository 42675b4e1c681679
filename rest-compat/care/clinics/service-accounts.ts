import { clinicBody, clinicErrors as errors, jsonBody } from './clinic-body';
import { guardFields } from './clinic-guards';
import { serviceCredentials } from './clinic-settings-bodies';
import { clinicianOnWire } from './clinic-on-wire';
import { AddServiceAccountDocument } from '../../generated/operations';
import { checkedClinicId } from '../../path-ids';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';

/** Programs that work in clinics. */
export const serviceAccountRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/service_accounts',
    tag: 'Clinics',
    summary: 'Adds a program to a clinic as a member; for trusted servers.',
    body: jsonBody('ServiceCredentials', 'The program and its credentials.'),
    success: { status: 200, description: 'The program as a clinician.', schema: ref('Clinician') },
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: guardFields('addServiceAccount'),
    operation: AddServiceAccountDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...serviceCredentials.read(clinicBody(request.body)) },
    }),
    reply: ({ addServiceAccount }) => ({ body: clinicianOnWire(addServiceAccount.clinician) }),
  }),
];
