import { EhrMatchActionName, EhrMatchCriterionName } from '../../../resolvers/care/ehr/ehr.types';
import { badInput } from '../../../src/platform/errors';
import { isClinicId } from '../../../src/platform/ids';
import { BodyTable, field, required } from '../../body-table';
import { enumName } from '../../enum-name';
import { clinicBody, clinicErrors as errors, jsonBody } from '../clinics/clinic-body';
import { reasonErrorsAt } from '../../errors';
import { guardFields } from '../clinics/clinic-guards';
import { clinicOnWire } from '../clinics/clinic-on-wire';
import { ehrSettingsOnWire } from '../clinics/ehr-settings';
import {
  EhrChallengeDocument,
  MatchEhrOrderDocument,
  ReceiveEhrMessageDocument,
  SyncEhrForClinicDocument,
  SyncEhrForPatientDocument,
  type EhrMatchAction,
  type EhrMatchCriterion,
  type MatchEhrOrderInput,
} from '../../generated/operations';
import { isJsonBody, readJsonBody } from '../../json-body';
import { checkedAccountId, checkedClinicId } from '../../path-ids';
import { patientOnWire } from '../patients/patient-on-wire';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Clinics';

const textIn = (body: unknown, name: string): string | undefined => {
  const value = isJsonBody(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

const matchedPatients = new BodyTable('EhrPatientMatchInput', {
  criteria: required(field.eachOneOf<EhrMatchCriterion>(EhrMatchCriterionName)),
  onUniqueMatch: field.oneOf<EhrMatchAction>(EhrMatchActionName),
});

/** The query of an order. Only new orders are matched. */
function readMatch(body: unknown): MatchEhrOrderInput {
  const fields = clinicBody(body);
  const message = clinicBody(fields.required('messageRef', 'object'), '/messageRef');
  enumName({ ORDER: 'Order' }, '/messageRef/dataModel', message.required('dataModel', 'string'));
  enumName({ NEW: 'New' }, '/messageRef/eventType', message.required('eventType', 'string'));
  const documentId = message.required('documentId', 'string');
  if (!isClinicId(documentId)) throw badInput('"messageRef.documentId" has 24 hexadecimal characters.');
  const wanted = fields.optional('patients', 'object');
  if (!wanted) return { documentId };
  return { documentId, patients: matchedPatients.read(clinicBody(wanted, '/patients')) };
}

/** Messages from health record systems, and their processing. */
export const ehrRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/redox',
    tag,
    summary: 'Stores a message from an EHR and processes new orders.',
    headers: {
      'verification-token': {
        description: describedAs('ReceiveEhrMessageInput.verificationToken'),
        required: true,
      },
    },
    body: { schema: ref('EhrMessage'), description: 'The message.' },
    success: { status: 200, description: 'The message is stored.', schema: ref('ReceivedEhrMessage') },
    failures: [400, 401, 413],
    // The body is the message itself.
    errors: reasonErrorsAt({ '/input/message': '' }),
    guard: (request) => ({
      type: 'Mutation',
      field: 'receiveEhrMessage',
      args: { input: { verificationToken: request.header('verification-token') ?? '' } },
    }),
    operation: ReceiveEhrMessageDocument,
    variables: (request) => ({
      input: {
        verificationToken: request.header('verification-token') ?? '',
        message: readJsonBody(request),
      },
    }),
    reply: ({ receiveEhrMessage }) => ({ body: receiveEhrMessage }),
  }),
  route({
    method: 'POST',
    path: '/v1/redox/verify',
    tag,
    summary: 'Returns a challenge to an EHR integration.',
    body: {
      schema: ref('EhrChallenge'),
      description: 'The token of the sender, and the challenge.',
      lenient: true,
      optional: true,
    },
    success: { status: 200, description: 'The challenge.', schema: ref('EhrChallengeAnswer') },
    failures: [400, 401, 413],
    errors,
    operation: EhrChallengeDocument,
    variables: ({ body }) => ({
      input: {
        verificationToken: textIn(body, 'verification-token') ?? '',
        challenge: textIn(body, 'challenge'),
      },
    }),
    reply: ({ ehrChallenge }) => ({ body: { challenge: ehrChallenge } }),
  }),
  route({
    method: 'POST',
    path: '/v1/redox/match',
    tag,
    summary: 'Matches an order to a clinic and patients; for trusted servers.',
    body: jsonBody('EhrMatchRequest', 'The order, and which patients are looked for.'),
    success: { status: 200, description: 'The result of matching the order.', schema: ref('EhrMatch') },
    failures: [400, 401, 403, 404, 409, 413],
    errors,
    guard: () => ({ type: 'Mutation', field: 'matchEhrOrder' }),
    operation: MatchEhrOrderDocument,
    variables: ({ body }) => ({ input: readMatch(body) }),
    reply({ matchEhrOrder: { clinic, settings, patients } }) {
      const found = patients ?? [];
      return {
        body: {
          clinic: clinicOnWire(clinic),
          settings: ehrSettingsOnWire(settings),
          ...(found.length > 0 && { patients: found.map(patientOnWire) }),
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/ehr/sync',
    tag,
    summary: 'Sends reports on all patients of a clinic with reports turned on; for trusted servers.',
    success: { status: 202, description: 'The reports are scheduled.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardFields('syncEhrForClinic'),
    operation: SyncEhrForClinicDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request) } }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/patients/{patientId}/ehr/sync',
    tag,
    summary:
      'Sends reports on an account to all of its clinics that want them after uploads; for trusted servers.',
    success: { status: 202, description: 'The reports are scheduled, if there are any.' },
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Mutation', field: 'syncEhrForPatient' }),
    operation: SyncEhrForPatientDocument,
    variables: (request) => ({ input: { userId: checkedAccountId(request, 'patientId') } }),
    reply: () => ({}),
  }),
];
