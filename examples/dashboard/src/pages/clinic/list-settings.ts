import type { PatientFilterInput, PatientSortField, SummaryPeriod } from '@glycograph/client/operations';
import type { PagePosition } from '../../ui/pager';

/** Choices of the filter by time in range: value in the address, what is filtered, and text. */
const targetFilters = {
  below50: { timeInTarget: { lt: 0.5 } },
  below70: { timeInTarget: { lt: 0.7 } },
  from70: { timeInTarget: { gte: 0.7 } },
} as const satisfies Record<string, PatientFilterInput>;

/** The same for time below range. The limits are those of the consensus (Battelino et al., Diabetes Care 2019). */
const lowFilters = {
  low: { timeInAnyLow: { gt: 0.04 } },
  veryLow: { timeInVeryLow: { gt: 0.01 } },
} as const satisfies Record<string, PatientFilterInput>;

export const targetOptions = [
  ['', 'Any'],
  ['below50', 'Below 50%'],
  ['below70', 'Below 70%'],
  ['from70', '70% or more'],
] as const;

export const lowOptions = [
  ['', 'Any'],
  ['low', 'Low: more than 4%'],
  ['veryLow', 'Very low: more than 1%'],
] as const;

export const uploadOptions = [
  ['', 'Any time'],
  ['within2', 'In the last 2 days'],
  ['within14', 'In the last 14 days'],
  ['before14', 'Not for 14 days'],
] as const;

export const periodOptions = [
  ['DAYS_1', '1 day'],
  ['DAYS_7', '7 days'],
  ['DAYS_14', '14 days'],
  ['DAYS_30', '30 days'],
] as const satisfies readonly (readonly [SummaryPeriod, string])[];

/** The columns that the list can be sorted by. */
export type SortColumn = 'name' | 'target' | 'low' | 'mean' | 'gmi' | 'variation' | 'wear' | 'upload';

const sortFields: Record<SortColumn, PatientSortField> = {
  name: 'FULL_NAME',
  target: 'TIME_IN_TARGET',
  low: 'TIME_IN_ANY_LOW',
  mean: 'AVERAGE_GLUCOSE_MMOL',
  gmi: 'GLUCOSE_MANAGEMENT_INDICATOR',
  variation: 'COEFFICIENT_OF_VARIATION',
  wear: 'SENSOR_USE',
  upload: 'LAST_UPLOAD_DATE',
};

/** What the list shows; all of it is in the address, so that it can be reloaded, linked and gone back to. */
export interface ListSettings {
  search: string;
  tagIds: string[];
  target: string;
  low: string;
  upload: string;
  period: SummaryPeriod;
  sort: SortColumn;
  descending: boolean;
  position: PagePosition;
}

const isPeriod = (text: string | null): text is SummaryPeriod =>
  periodOptions.some(([value]) => value === text);
const isColumn = (text: string | null): text is SortColumn =>
  text !== null && Object.hasOwn(sortFields, text);

/** Reads the settings from the query of an address. */
export function readSettings(query: URLSearchParams): ListSettings {
  const [period, sort] = [query.get('period'), query.get('sort')];
  return {
    search: query.get('search') ?? '',
    tagIds: query.getAll('tag'),
    target: query.get('target') ?? '',
    low: query.get('low') ?? '',
    upload: query.get('upload') ?? '',
    period: isPeriod(period) ? period : 'DAYS_14',
    sort: isColumn(sort) ? sort : 'name',
    descending: query.has('descending'),
    position: { after: query.get('after') ?? undefined, before: query.get('before') ?? undefined },
  };
}

/** Writes the settings as the query of an address. */
export function writeSettings(settings: ListSettings): URLSearchParams {
  const { search, tagIds, target, low, upload, period, sort, descending, position } = settings;
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && query.set(name, value);
  set('search', search);
  tagIds.forEach((id) => query.append('tag', id));
  set('target', target);
  set('low', low);
  set('upload', upload);
  if (period !== 'DAYS_14') set('period', period);
  if (sort !== 'name') set('sort', sort);
  if (descending) set('descending', 'yes');
  set('after', position.after);
  set('before', position.before);
  return query;
}

const dayMs = 86_400_000;

function uploadFilter(upload: string, now: number): PatientFilterInput {
  const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
  switch (upload) {
    case 'within2':
      return { lastUpload: { from: daysAgo(2), never: false } };
    case 'within14':
      return { lastUpload: { from: daysAgo(14), never: false } };
    case 'before14':
      return { lastUpload: { to: daysAgo(14), never: true } };
    default:
      return {};
  }
}

const chosen = (filters: Readonly<Record<string, PatientFilterInput>>, key: string): PatientFilterInput =>
  Object.hasOwn(filters, key) ? (filters[key] ?? {}) : {};

/** The arguments of the list of patients, without those of paging. `now` in milliseconds. */
export function toArguments(settings: ListSettings, now: number) {
  const { search, tagIds, target, low, upload, period, sort, descending } = settings;
  const filter: PatientFilterInput = {
    ...(tagIds.length > 0 && { tagIds }),
    ...chosen(targetFilters, target),
    ...chosen(lowFilters, low),
    ...uploadFilter(upload, now),
  };
  return {
    period,
    search: search === '' ? undefined : search,
    filter,
    sort: { by: sortFields[sort], descending, type: 'CGM' as const },
  };
}
