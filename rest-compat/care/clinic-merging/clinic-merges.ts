import { Readable } from 'node:stream';
import { ClinicMergesResolver } from '../../../resolvers/care/clinic-merging/clinic-merges';
import { now } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import { isClinicId } from '../../../src/platform/ids';
import { clinicBody, clinicErrors as errors, jsonBody } from '../clinics/clinic-body';
import { MergeClinicsDocument } from '../../generated/operations';
import { mergePlanOnWire } from './merge-plan-on-wire';
import { checkedClinicId } from '../../path-ids';
import { bulkRoute, route, type Route } from '../../route';

const tag = 'Clinics';

const body = jsonBody('MergedClinic', 'The clinic that becomes a part of that of the address.');

function sourceIn(sent: unknown): string {
  const sourceId = clinicBody(sent).required('sourceId', 'string');
  if (isClinicId(sourceId)) return sourceId;
  const detail = `"${sourceId}" is not the id of a clinic.`;
  const source = { pointer: '/sourceId' };
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

/** Merges of clinics. */
export const clinicMergeRoutes: Route[] = [
  bulkRoute({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/reports/merge',
    tag,
    summary: 'Preview of merging a clinic into the one in the path; for trusted servers.',
    headers: { Accept: { description: 'application/json for JSON; any other value for a workbook.' } },
    body,
    success: {
      status: 200,
      description: 'The report; nothing is changed.',
      schema: { type: 'string', format: 'binary' },
      mediaType: 'application/vnd.ms-excel',
      others: { 'application/json': { type: 'object', additionalProperties: true } },
    },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: () => ({ type: 'Query', field: 'clinicMergePlan' }),
    async call(request, readBody) {
      const targetId = checkedClinicId(request);
      const sourceId = sourceIn(await readBody());
      if (request.header('Accept') === 'application/json')
        return { plan: await ClinicMergesResolver.plan(request.context, sourceId, targetId) };
      return { workbook: await ClinicMergesResolver.workbook(request.context, sourceId, targetId) };
    },
    reply(report) {
      if (report.plan) return { body: mergePlanOnWire(report.plan) };
      const seconds = Math.floor(now() / 1000);
      return {
        content: Readable.from([report.workbook]),
        headers: {
          'Content-Type': 'application/vnd.ms-excel',
          'Content-Length': report.workbook.length,
          'Content-Disposition': `attachment; filename=merge-report-${seconds}.xlsx`,
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/merge',
    tag,
    summary: 'Merges a clinic into the one in the path; for trusted servers.',
    body,
    success: { status: 200, description: 'The clinics are merged.' },
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'mergeClinics' }),
    operation: MergeClinicsDocument,
    variables: (request) => ({
      input: { targetId: checkedClinicId(request), sourceId: sourceIn(request.body) },
    }),
    reply: () => ({}),
  }),
];
