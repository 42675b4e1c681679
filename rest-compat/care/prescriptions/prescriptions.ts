import { PrescriptionsResolver } from '../../../resolvers/care/prescriptions/prescriptions';
import { badInput, type Finding } from '../../../src/platform/errors';
import { reasonErrors, type ErrorBody } from '../../errors';
import {
  ActivatePrescriptionDocument,
  AddPrescriptionRevisionDocument,
  ClaimedPrescriptionDocument,
  ClaimPrescriptionDocument,
  CreatePrescriptionDocument,
  DeletePrescriptionDocument,
  PrescriptionDocument,
} from '../../generated/operations';
import { BodyReader } from '../../json-body';
import { readRevision } from './prescription-body';
import { prescriptionOnWire } from './prescription-on-wire';
import { claimedParameters, clinicParameters, readFilter, readPlace } from './prescription-query';
import { bulkRoute, route, type RequestBody, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';

const tag = 'Prescriptions';

const jsonBody = (schema: string, description: string): RequestBody => ({ schema: ref(schema), description });

const prescription = { status: 200, description: 'The prescription.', schema: ref('Prescription') };
const prescriptions = {
  ...prescription,
  description: 'The prescriptions.',
  schema: arrayOf(ref('Prescription')),
};

const inBody = (finding: Finding): Finding => {
  const pointer = finding.source?.pointer?.replace(/^\/input(\/attributes)?/, '');
  return pointer === undefined ? finding : { ...finding, source: { pointer } };
};

/** Errors whose findings point into the body, where the attributes are on the top level. */
const errors: ErrorBody = (error, trace) => ({
  ...reasonErrors(error, trace),
  ...(error.findings.length > 0 && { errors: error.findings.map(inBody) }),
});

/** Guard: the rule of a field with the ids of the path. */
const guardFields =
  (type: 'Query' | 'Mutation', field: string) =>
  ({ params: { clinicId, userId, prescriptionId } }: RestRequest) => {
    const ids = { clinicId, userId, prescriptionId };
    return { type, field, args: type === 'Mutation' ? { input: ids } : ids };
  };

const claim = 'The claim is not valid.';

/** States that clients may send here; only one of them can be reached. */
const sentStates = ['submitted', 'claimed', 'active', 'inactive'];

/** Throws unless the body requests activation. */
function assertActivation(body: unknown): void {
  const state = new BodyReader(body, 'The change is not valid.').required('state', 'string');
  if (state === 'active') return;
  const detail = sentStates.includes(state)
    ? `A prescription becomes active here, and not ${state}.`
    : `"${state}" is none of ${sentStates.join(', ')}.`;
  throw badInput(detail, [
    { code: 'value-not-allowed', title: 'value is not allowed', detail, source: { pointer: '/state' } },
  ]);
}

const ofClinic = { path: '/v1/clinics/{clinicId}/prescriptions', tag, errors } as const;
const oneOfClinic = { ...ofClinic, path: '/v1/clinics/{clinicId}/prescriptions/{prescriptionId}' } as const;
const ofPatient = { path: '/v1/patients/{userId}/prescriptions', tag, errors } as const;
const oneOfPatient = { ...ofPatient, path: '/v1/patients/{userId}/prescriptions/{prescriptionId}' } as const;

/** Prescriptions of clinics and of patients. */
export const prescriptionRoutes: Route[] = [
  bulkRoute({
    ...ofClinic,
    method: 'GET',
    summary: 'The prescriptions of a clinic, most recently changed first.',
    query: clinicParameters,
    success: prescriptions,
    failures: [400, 401, 403],
    guard: ({ params: { clinicId } }) => ({
      type: 'Clinic',
      field: 'prescriptions',
      parent: { id: clinicId },
    }),
    call: ({ params: { clinicId = '' }, query, context }) =>
      PrescriptionsResolver.list(
        context,
        { clinicId, filter: readFilter(query, clinicParameters) },
        readPlace(query),
      ),
    reply: (list) => ({ body: list.map(prescriptionOnWire) }),
  }),
  route({
    ...ofClinic,
    method: 'POST',
    summary: 'Creates a prescription; only prescribers can submit it.',
    body: jsonBody('PrescriptionRevisionBody', 'What it says, and the hash that seals it.'),
    success: { ...prescription, status: 201 },
    failures: [400, 401, 403, 413, 429],
    guard: guardFields('Mutation', 'createPrescription'),
    operation: CreatePrescriptionDocument,
    variables: ({ params: { clinicId = '' }, body }) => ({ input: { clinicId, ...readRevision(body) } }),
    reply: ({ createPrescription }) => ({ body: prescriptionOnWire(createPrescription.prescription) }),
  }),
  route({
    ...oneOfClinic,
    method: 'GET',
    success: prescription,
    failures: [401, 403, 404],
    operation: PrescriptionDocument,
    variables: ({ params: { clinicId = '', prescriptionId = '' } }) => ({ clinicId, id: prescriptionId }),
    reply: (data) => ({ body: prescriptionOnWire(data.prescription) }),
  }),
  route({
    ...oneOfClinic,
    path: '/v1/clinics/{clinicId}/prescriptions/{prescriptionId}/revisions',
    method: 'POST',
    summary: 'Revises a draft or pending prescription; only prescribers can submit it.',
    body: jsonBody('PrescriptionRevisionBody', 'All that it says, and the hash that seals it.'),
    success: prescription,
    failures: [400, 401, 403, 404, 409, 413, 429],
    guard: guardFields('Mutation', 'addPrescriptionRevision'),
    operation: AddPrescriptionRevisionDocument,
    variables: ({ params: { clinicId = '', prescriptionId = '' }, body }) => ({
      input: { clinicId, prescriptionId, ...readRevision(body) },
    }),
    reply: ({ addPrescriptionRevision }) => ({
      body: prescriptionOnWire(addPrescriptionRevision.prescription),
    }),
  }),
  route({
    ...oneOfClinic,
    method: 'DELETE',
    summary: 'Deletes a draft.',
    success: { status: 200, description: 'The prescription does not exist.' },
    failures: [401, 403, 404],
    operation: DeletePrescriptionDocument,
    variables: ({ params: { clinicId = '', prescriptionId = '' } }) => ({
      input: { clinicId, prescriptionId },
    }),
    reply: () => ({}),
  }),
  route({
    ...ofPatient,
    method: 'POST',
    summary: 'Claims a submitted prescription with the code from the mail and a birthday.',
    body: jsonBody('PrescriptionClaim', 'Code and birthday.'),
    success: prescription,
    failures: [400, 401, 403, 404, 413, 429],
    guard: guardFields('Mutation', 'claimPrescription'),
    operation: ClaimPrescriptionDocument,
    variables({ params: { userId = '' }, body }) {
      const fields = new BodyReader(body, claim);
      const accessCode = fields.required('accessCode', 'string');
      return { input: { userId, accessCode, birthday: fields.required('birthday', 'string') } };
    },
    reply: ({ claimPrescription }) => ({ body: prescriptionOnWire(claimPrescription.prescription) }),
  }),
  bulkRoute({
    ...ofPatient,
    method: 'GET',
    summary: 'The prescriptions that a patient has claimed, most recently changed first.',
    query: claimedParameters,
    success: prescriptions,
    failures: [400, 401, 403],
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'prescriptions', parent: { id: userId } }),
    call: ({ params: { userId = '' }, query, context }) =>
      PrescriptionsResolver.list(
        context,
        { userId, filter: readFilter(query, claimedParameters) },
        readPlace(query),
      ),
    reply: (list) => ({ body: list.map(prescriptionOnWire) }),
  }),
  route({
    ...oneOfPatient,
    method: 'GET',
    success: prescription,
    failures: [401, 403, 404],
    operation: ClaimedPrescriptionDocument,
    variables: ({ params: { userId = '', prescriptionId = '' } }) => ({ userId, id: prescriptionId }),
    reply: ({ claimedPrescription }) => ({ body: prescriptionOnWire(claimedPrescription) }),
  }),
  route({
    ...oneOfPatient,
    method: 'PATCH',
    summary: 'Activates a claimed prescription.',
    body: jsonBody('PrescriptionActivation', 'The state `active`.'),
    success: prescription,
    failures: [400, 401, 403, 404, 413],
    guard: guardFields('Mutation', 'activatePrescription'),
    operation: ActivatePrescriptionDocument,
    variables({ params: { userId = '', prescriptionId = '' }, body }) {
      assertActivation(body);
      return { input: { userId, prescriptionId } };
    },
    reply: ({ activatePrescription }) => ({ body: prescriptionOnWire(activatePrescription.prescription) }),
  }),
];
