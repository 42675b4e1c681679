import { TideReportResolver } from '../resolvers/tide-report';
import {
  TideCategoryName,
  type Category,
  type TideEntry,
  type TideReport,
} from '../resolvers/tide-report.types';
import { isoTime } from '../src/clock';
import { summaryPeriods } from '../src/clinics/summary-fields';
import { badInput } from '../src/errors';
import { isClinicId } from '../src/ids';
import { clinicErrors as errors } from './clinic-body';
import { guardOfClinic } from './clinic-guards';
import { checkedClinicId } from './path-ids';
import { known, reviewsOnWire } from './patient-on-wire';
import type { QueryParameters } from './query-parameters';
import { bulkRoute, type Route } from './route';
import { ref } from './schemas';

function refusal(parameter: string, detail: string): Error {
  const source = { parameter };
  return badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

function required<Value>(parameter: string, value: Value | undefined): Value {
  if (value === undefined) throw refusal(parameter, `The query parameter ${parameter} is required.`);
  return value;
}

function tagsOf(query: QueryParameters): string[] {
  const tags = required('tags', query.nonEmptyText('tags')).split(',');
  const wrong = tags.find((id) => !isClinicId(id));
  if (wrong !== undefined) throw refusal('tags', `"${wrong}" is not the id of a tag.`);
  return tags;
}

const askable = Object.values(TideCategoryName).filter((name) => name !== 'noData');

function categoriesOf(query: QueryParameters): Category[] | undefined {
  return query
    .text('categories')
    ?.split(',')
    .map((text) => {
      const category = askable.find((name) => name === text);
      if (category) return category;
      throw refusal('categories', `"${text}" is none of ${askable.join(', ')}.`);
    });
}

const questionOf = (query: QueryParameters) => ({
  period: required('period', query.word('period', summaryPeriods)),
  tagIds: tagsOf(query),
  lastDataCutoff: required('lastDataCutoff', query.nonEmptyInstant('lastDataCutoff')),
  categories: categoriesOf(query),
  excludeNoData: query.boolean('excludeNoData') ?? false,
});

/** What clients show beside the figures, whatever was asked for. */
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
      dataSources: dataSources?.length ? dataSources.map(known) : null,
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

/** The report of the patients who stand out. */
export const tideReportRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/tide_report',
    tag: 'Clinics',
    summary: 'The patients with some tags who stand out, by what they stand out by.',
    query: {
      period: { description: 'The period that figures are of: 1d, 7d, 14d or 30d.', required: true },
      tags: { description: 'Comma list of tags; patients have all of them.', required: true },
      lastDataCutoff: {
        description: 'Patients with data of this instant or later are in categories, others lack data.',
        required: true,
      },
      categories: {
        description: 'Comma list of categories, in the order in which they are filled; 100 patients in all.',
      },
      excludeNoData: { description: 'Leaves out the patients without recent data.' },
    },
    success: { status: 200, description: 'The report.', schema: ref('TideReport') },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('tideReport'),
    call: (request) =>
      TideReportResolver.wholeReport(request.context, checkedClinicId(request), questionOf(request.query)),
    reply: (report) => ({ body: reportOnWire(report) }),
  }),
];
