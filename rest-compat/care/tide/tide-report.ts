import { TideReportResolver } from '../../../resolvers/care/tide/tide-report';
import {
  TideCategoryName,
  type Category,
  type TideEntry,
  type TideReport,
} from '../../../resolvers/care/tide/tide-report.types';
import { isoTime } from '../../../src/platform/clock';
import { summaryPeriods } from '../../../src/care/patients/summary-fields';
import { badInput } from '../../../src/platform/errors';
import { isClinicId } from '../../../src/platform/ids';
import { clinicErrors as errors } from '../clinics/clinic-body';
import { guardOfClinic } from '../clinics/clinic-guards';
import { checkedClinicId } from '../../path-ids';
import { known, reviewsOnWire, sourceOnWire } from '../patients/patient-on-wire';
import type { QueryParameters } from '../../query-parameters';
import { bulkRoute, type Route } from '../../route';
import { ref } from '../../schemas';
import { describedAs } from '../../sentence';

function refusal(parameter: string, detail: string): Error {
  const source = { parameter };
  return badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

function required<Value>(parameter: string, value: Value | undefined): Value {
  if (value === undefined) throw refusal(parameter, `The query parameter ${parameter} is required.`);
  return value;
}

function readTags(query: QueryParameters): string[] {
  const tags = required('tags', query.nonEmptyText('tags')).split(',');
  const wrong = tags.find((id) => !isClinicId(id));
  if (wrong !== undefined) throw refusal('tags', `"${wrong}" is not the id of a tag.`);
  return tags;
}

const askable = Object.values(TideCategoryName).filter((name) => name !== 'noData');

function readCategories(query: QueryParameters): Category[] | undefined {
  return query
    .text('categories')
    ?.split(',')
    .map((text) => {
      const category = askable.find((name) => name === text);
      if (category) return category;
      throw refusal('categories', `"${text}" is none of ${askable.join(', ')}.`);
    });
}

const readQuestion = (query: QueryParameters) => ({
  period: required('period', query.word('period', summaryPeriods)),
  tagIds: readTags(query),
  lastDataCutoff: required('lastDataCutoff', query.nonEmptyInstant('lastDataCutoff')),
  categories: readCategories(query),
  excludeNoData: query.boolean('excludeNoData') ?? false,
});

/** Fields that clients always show, whatever the request. */
const filters = {
  timeInVeryLowPercent: '>0.01',
  timeInAnyLowPercent: '>0.04',
  dropInTimeInTargetPercent: '<-0.15',
  timeInTargetPercent: '<0.7',
  timeCGMUsePercent: '<0.7',
};

function entryOnWire({
  userId,
  fullName,
  email,
  tagIds,
  reviews,
  dataSources,
  lastData,
  permissions: _permissions,
  clinicId: _clinicId,
  ...figures
}: TideEntry): object {
  return {
    ...figures,
    ...(lastData !== null && { lastData: isoTime(lastData) }),
    patient: {
      id: userId,
      ...known({ email, fullName: fullName || null }),
      tags: tagIds,
      reviews: reviewsOnWire(reviews),
      dataSources: dataSources?.length ? dataSources.map(sourceOnWire) : null,
    },
  };
}

const reportOnWire = ({ config, categories }: TideReport): object => ({
  config: {
    schemaVersion: config.schemaVersion,
    clinicId: config.clinicId,
    period: config.period,
    lastDataCutoff: isoTime(config.lastDataCutoff),
    tags: config.tagIds,
    lowGlucoseThreshold: config.thresholds.low,
    veryLowGlucoseThreshold: config.thresholds.veryLow,
    highGlucoseThreshold: config.thresholds.high,
    veryHighGlucoseThreshold: config.thresholds.veryHigh,
    extremeHighGlucoseThreshold: config.thresholds.extremeHigh,
    filters,
  },
  results: Object.fromEntries(categories.map(({ name, patients }) => [name, patients.map(entryOnWire)])),
});

/** The report of patients who need attention. */
export const tideReportRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/tide_report',
    tag: 'Clinics',
    summary: describedAs('Clinic.tideReport'),
    query: {
      period: { description: 'The period of the figures: 1d, 7d, 14d or 30d.', required: true },
      tags: {
        description: 'Ids of tags, separated by commas; patients must have all of them.',
        required: true,
      },
      lastDataCutoff: {
        description: describedAs('TideReportInput.lastDataCutoff'),
        required: true,
      },
      categories: {
        description: 'Categories, separated by commas, filled in this order with 100 patients in all.',
      },
      excludeNoData: { description: describedAs('TideReportInput.excludeNoData') },
    },
    success: { status: 200, description: 'The report.', schema: ref('TideReport') },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('tideReport'),
    call: (request) => {
      const clinicId = checkedClinicId(request);
      const question = request.query.together(() => readQuestion(request.query));
      return TideReportResolver.wholeReport(request.context, clinicId, question);
    },
    reply: (report) => ({ body: reportOnWire(report) }),
  }),
];
