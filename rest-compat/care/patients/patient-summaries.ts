import { badInput } from '../../../src/platform/errors';
import { clinicBody, clinicErrors as errors, jsonBody } from '../clinics/clinic-body';
import {
  DeletePatientSummaryDocument,
  SetPatientDataSourcesDocument,
  UpdatePatientSummaryDocument,
} from '../../generated/operations';
import { errorsAt, type ErrorBody } from '../../errors';
import { isJsonBody } from '../../json-body';
import { checkedAccountId, checkedUserId } from '../../path-ids';
import { dataSource } from './patient-body';
import { route, type Route } from '../../route';

const tag = 'Clinics';

/** Some callers expect a status that shows whether any patient was affected. */
const statusFor = (patients: number) => ({ status: patients > 0 ? 200 : 204 });

/** Parts of a summary are nested objects, which are validated behind the graph. */
function readSummary(body: unknown): Record<string, unknown> {
  const fields = clinicBody(body);
  const stats = (name: string) => {
    const given = fields.optional(name, 'object');
    if (!given) return {};
    const parts = clinicBody(given, `/${name}`);
    return {
      [name]: {
        ...given,
        id: parts.optional('id', 'string'),
        dates: parts.optional('dates', 'object'),
        periods: parts.optional('periods', 'object'),
      },
    };
  };
  return { ...stats('cgmStats'), ...stats('bgmStats') };
}

/** The body is the list itself. */
const pointing = errorsAt({ '/input/dataSources': '' });

const errorsOfSources: ErrorBody = (error, trace) => ({
  ...errors(error, trace),
  ...pointing(error, trace),
});

function sourcesIn(body: unknown) {
  const refuse = (pointer: string, code: string) => {
    const detail = 'The body must be an array of sources.';
    return badInput(detail, [{ code, title: 'value has another type', detail, source: { pointer } }]);
  };
  if (!Array.isArray(body)) throw refuse('', 'type-not-array');
  return body.map((each, index) => {
    if (!isJsonBody(each)) throw refuse(`/${index}`, 'type-not-object');
    return dataSource.read(clinicBody(each, `/${index}`));
  });
}

/** Summaries of patients' data in clinics, updated by trusted servers. */
export const patientSummaryRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/patients/{patientId}/summary',
    tag,
    summary: 'Updates an account’s statistics in all of its clinics; for trusted servers.',
    body: { ...jsonBody('PatientSummary', 'The statistics; none takes the summary back.'), optional: true },
    success: { status: 200, description: 'The statistics are updated; 204 if no clinic has the account.' },
    failures: [204, 400, 401, 403, 413],
    errors,
    guard: () => ({ type: 'Mutation', field: 'updatePatientSummary' }),
    operation: UpdatePatientSummaryDocument,
    variables: (request) => ({
      input: {
        userId: checkedAccountId(request, 'patientId'),
        summary: request.body === undefined ? null : readSummary(request.body),
      },
    }),
    reply: ({ updatePatientSummary }) => statusFor(updatePatientSummary.patients),
  }),
  route({
    method: 'DELETE',
    path: '/v1/summaries/{summaryId}/clinics',
    tag,
    summary: 'Deletes statistics from all clinics; for trusted servers.',
    success: { status: 200, description: 'The statistics are deleted; 204 if no clinic had them.' },
    failures: [204, 400, 401, 403],
    errors,
    guard: () => ({ type: 'Mutation', field: 'deletePatientSummary' }),
    operation: DeletePatientSummaryDocument,
    variables({ params: { summaryId = '' } }) {
      if (!/^[a-f0-9]{0,24}$/.test(summaryId)) throw badInput(`"${summaryId}" is not the id of a summary.`);
      return { input: { summaryId } };
    },
    reply: ({ deletePatientSummary }) => statusFor(deletePatientSummary.patients),
  }),
  route({
    method: 'PUT',
    path: '/v1/patients/{userId}/data_sources',
    tag,
    summary: 'Updates an account’s data sources in all of its clinics; for trusted servers.',
    body: jsonBody('PatientDataSources', 'All sources.'),
    success: { status: 200, description: 'The data sources are updated.' },
    failures: [400, 401, 403, 413],
    errors: errorsOfSources,
    guard: () => ({ type: 'Mutation', field: 'setPatientDataSources' }),
    operation: SetPatientDataSourcesDocument,
    variables(request) {
      const dataSources = sourcesIn(request.body);
      return { input: { userId: checkedUserId(request), dataSources } };
    },
    reply: () => ({}),
  }),
];
