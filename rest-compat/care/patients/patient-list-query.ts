import type { Comparison } from '../../../src/care/patients/figure-filters';
import type { PatientFilter } from '../../../src/care/patients/patient-filter';
import type { PatientSort } from '../../../src/care/patients/patient-list';
import {
  isSortField,
  summaryFields,
  summaryPeriods,
  summaryTypes,
  type SummaryPeriod,
  type SummaryType,
} from '../../../src/care/patients/summary-fields';
import { zeroInstant } from '../../../src/platform/validation/values/calendar';
import { badInput } from '../../../src/platform/errors';
import { isClinicId } from '../../../src/platform/ids';
import type { QueryParameters } from '../../query-parameters';
import type { Route } from '../../route';

const refusal = (parameter: string, detail: string) =>
  badInput(`The query parameter ${parameter} is not valid: ${detail}`, [
    { code: 'value-not-valid', title: 'value is not valid', detail, source: { parameter } },
  ]);

const wholeNumber = /^(>=|>|<=|<)([+-]?\d+)$/;
const anyNumber = /^(>=|>|<=|<)([+-]?(?:\d+(?:\.\d*)?|\.\d+))$/;

function readComparison(parameter: string, text: string, isWhole: boolean) {
  const [, comparison, number] = (isWhole ? wholeNumber : anyNumber).exec(text) ?? [];
  if (comparison === undefined || number === undefined)
    throw refusal(parameter, `"${text}" is not a comparison such as >=0.7.`);
  return { comparison: comparison as Comparison, value: Number(number) };
}

/** The filters by figures of summaries. */
const figureFilters = summaryTypes.flatMap((type) =>
  summaryFields
    .filter(({ types }) => types.includes(type))
    .map(({ name, wholeTypes }) => {
      const isWhole = wholeTypes.includes(type);
      return { parameter: `${type}.${name}`, type, field: name, isWhole };
    }),
);

/** The parameters for figures, in the API reference. */
export const figureParameters: NonNullable<Route['query']> = Object.fromEntries(
  figureFilters.map(({ parameter, isWhole }) => {
    const description = `A comparison with a ${isWhole ? 'whole number, such as >=10' : 'number, such as >=0.7'}.`;
    const { source } = isWhole ? wholeNumber : anyNumber;
    return [parameter, { description, schema: { type: 'string', pattern: source } }];
  }),
);

const readFigures = (query: QueryParameters) =>
  figureFilters.flatMap(({ parameter, type, field, isWhole }) => {
    const text = query.nonEmptyUnspaced(parameter);
    return text === undefined ? [] : [{ type, field, ...readComparison(parameter, text, isWhole) }];
  });

/** An instant; some clients send the zero instant for none. */
function readInstant(query: QueryParameters, name: string): number | undefined {
  const instant = query.nonEmptyInstant(name);
  return instant === zeroInstant ? undefined : instant;
}

/** The ids in a comma-separated list; malformed ones are ignored. Clients send `_` for patients without any. */
function readIds(query: QueryParameters, name: string): string[] | undefined {
  return query.nonEmptyText(name)?.split(',').filter(isClinicId);
}

function readSort(query: QueryParameters): PatientSort | undefined {
  const type = query.nonEmptyText('sortType');
  const isType = (summaryTypes as readonly (string | undefined)[]).includes(type);
  if (type !== undefined && !isType) throw refusal('sortType', 'It is cgm or bgm.');
  const sort = query.nonEmptyText('sort');
  if (sort === undefined) return undefined;
  if (!isType) throw refusal('sortType', 'It is required with sort.');
  // An unescaped plus was decoded to a space, as in forms.
  const [, direction, by = ''] = /^([-+ ])(\w+)$/.exec(sort) ?? [];
  if (!isSortField(by, type as SummaryType))
    throw refusal('sort', `"${sort}" is not + or - and a field that patients are sorted by.`);
  return { by, descending: direction === '-', type: type as SummaryType };
}

function readPeriod(query: QueryParameters): SummaryPeriod {
  const period = query.nonEmptyText('period') ?? '14d';
  if ((summaryPeriods as readonly string[]).includes(period)) return period as SummaryPeriod;
  throw refusal('period', `It is one of ${summaryPeriods.join(', ')}.`);
}

/** The requested patient list. Throws when a parameter is invalid. */
export function readPatientList(query: QueryParameters, clinicId: string) {
  const tagIds = readIds(query, 'tags');
  const siteIds = readIds(query, 'sites');
  const filter: PatientFilter = {
    search: query.nonEmptyText('search'),
    ...(tagIds && (tagIds.length > 0 ? { tagIds } : { withoutTags: true })),
    ...(siteIds && (siteIds.length > 0 ? { siteIds } : { withoutSites: true })),
    omitNonStandardRanges: query.boolean('omitNonStandardRanges'),
    reviewedUntil: query.nonEmptyInstant('lastReviewed'),
    figures: readFigures(query),
    lastData: summaryTypes.map((type) => ({
      type,
      from: readInstant(query, `${type}.lastDataFrom`),
      to: readInstant(query, `${type}.lastDataTo`),
    })),
  };
  return { clinicId, filter, sort: readSort(query), period: readPeriod(query) };
}
