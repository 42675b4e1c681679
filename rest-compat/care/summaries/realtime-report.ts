import { RealtimeReportResolver } from '../../../resolvers/care/summaries/realtime-report';
import type { RealtimeReport } from '../../../resolvers/care/summaries/realtime-report.types';
import { isoTime } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import { clinicErrors as errors } from '../clinics/clinic-body';
import { guardOfClinic } from '../clinics/clinic-guards';
import { readPatientList } from '../patients/patient-list-query';
import { noBirthday } from '../patients/patient-on-wire';
import { checkedClinicId } from '../../path-ids';
import { QueryParameters } from '../../query-parameters';
import { bulkRoute, type Route } from '../../route';
import { ref } from '../../schemas';
import { describedAs } from '../../sentence';

function refusal(parameter: string, detail: string): Error {
  const source = { parameter };
  return badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

function requiredInstant(query: QueryParameters, name: string): number {
  const instant = query.nonEmptyInstant(name);
  if (instant !== undefined) return instant;
  throw refusal(name, `The query parameter ${name} is required.`);
}

const filters = 'patientFilters';

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal(filters, `The query parameter ${filters} is not JSON.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw refusal(filters, `The query parameter ${filters} is not a JSON object.`);
}

/** A filter value as it would be in the query of the list; absent if it is empty. */
function parameterText(name: string, value: unknown): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.length > 0 ? value.join(',') : undefined;
  throw refusal(filters, `In ${filters}, "${name}" is neither a word nor an array of words.`);
}

/** The filters of the patient list, written as an object here. */
function withoutPeriod(query: QueryParameters): QueryParameters {
  const given = Object.entries(parseObject(query.text(filters) ?? '{}')).flatMap(([name, value]) => {
    const text = parameterText(name, value);
    return text === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
  });
  return new QueryParameters(given.join('&'));
}

const reportOnWire = ({ clinicId, startTime, endTime, patients }: RealtimeReport): object => ({
  config: { code: 'CPT-99454', clinicId, startDate: isoTime(startTime), endDate: isoTime(endTime) },
  results: patients.map(({ userId, birthDate, permissions: _permissions, ...entry }) => ({
    id: userId,
    birthDate: birthDate ?? noBirthday,
    ...entry,
  })),
});

/** The report of days with timely records of patients. */
export const realtimeReportRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/reports/realtime',
    tag: 'Clinics',
    summary: 'Number of days on which patients’ continuous data arrived within a day.',
    query: {
      startDate: {
        description: describedAs('Clinic.realtimeReport(startTime)'),
        required: true,
      },
      endDate: { description: describedAs('Clinic.realtimeReport(endTime)'), required: true },
      patientFilters: {
        description:
          'Filters that match at most 1,000 patients: a JSON object with the parameters of the patient list, such as {"tags": ["…"], "cgm.timeInLowPercent": ">=0.04"}.',
      },
    },
    success: { status: 200, description: 'The report.', schema: ref('RealtimeReport') },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('realtimeReport'),
    call: (request) =>
      RealtimeReportResolver.wholeReport(
        request.context,
        request.query.together(() => ({
          patients: readPatientList(withoutPeriod(request.query), checkedClinicId(request)),
          startTime: requiredInstant(request.query, 'startDate'),
          endTime: requiredInstant(request.query, 'endDate'),
        })),
      ),
    reply: (report) => ({ body: reportOnWire(report) }),
  }),
];
