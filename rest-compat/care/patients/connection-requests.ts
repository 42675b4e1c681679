import { ConnectionProviderName } from '../../../resolvers/care/patients/connection-requests';
import { clinicErrors as errors } from '../clinics/clinic-body';
import { enumName } from '../../enum-name';
import { guardFields } from '../clinics/clinic-guards';
import { RequestProviderConnectionDocument, type ConnectionProvider } from '../../generated/operations';
import { checkedAccountId, checkedClinicId } from '../../path-ids';
import { route, type Route } from '../../route';

/** Requests to connect data sources. */
export const connectionRequestRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/{patientId}/connect/{providerId}',
    tag: 'Clinics',
    summary: 'Asks a patient by mail to connect a data source: dexcom, twiist or abbott.',
    success: { status: 204, description: 'The request is sent.' },
    failures: [400, 401, 403, 404, 429],
    errors,
    guard: guardFields('requestProviderConnection'),
    operation: RequestProviderConnectionDocument,
    variables(request) {
      const { providerId = '' } = request.params;
      return {
        input: {
          clinicId: checkedClinicId(request),
          userId: checkedAccountId(request, 'patientId'),
          provider: enumName<ConnectionProvider>(ConnectionProviderName, '/providerId', providerId),
        },
      };
    },
    reply: () => ({}),
  }),
];
