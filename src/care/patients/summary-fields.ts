/** The source of a summary: continuous sensors or meters. */
export const summaryTypes = ['cgm', 'bgm'] as const;

export type SummaryType = (typeof summaryTypes)[number];

/** The periods for sorting and filtering lists. */
export const summaryPeriods = ['1d', '7d', '14d', '30d'] as const;

export type SummaryPeriod = (typeof summaryPeriods)[number];

/** A figure of a period, for sorting and filtering patient lists. */
export interface SummaryField {
  /** The public name, such as `timeInTargetPercent`. */
  name: string;
  /** Of the table of periods. */
  column: string;
  /** The types for which clients compare it with whole numbers only. */
  wholeTypes: readonly SummaryType[];
  /** Its bit among the flags for existing values; absent if the value itself says so. */
  flag?: number;
  types: readonly SummaryType[];
  /** The types for which lists can be sorted by it. */
  sortTypes: readonly SummaryType[];
  /** The types whose periods must have it. */
  requiredTypes: readonly SummaryType[];
}

const ranges = ['Low', 'VeryLow', 'AnyLow', 'High', 'VeryHigh', 'ExtremeHigh', 'AnyHigh', 'Target'];

const both = summaryTypes;
const cgmOnly = ['cgm'] as const;

type FilterableField = Pick<SummaryField, 'name' | 'types'> &
  Partial<Pick<SummaryField, 'sortTypes' | 'requiredTypes'>> & { hasFlag?: boolean };

const filterable: readonly FilterableField[] = [
  { name: 'averageGlucoseMmol', types: both, hasFlag: true },
  { name: 'glucoseManagementIndicator', types: cgmOnly, hasFlag: true },
  { name: 'timeCGMUsePercent', types: cgmOnly, hasFlag: true },
  { name: 'timeCGMUseMinutes', types: cgmOnly, hasFlag: true, sortTypes: [] },
  { name: 'timeCGMUseRecords', types: cgmOnly, hasFlag: true, sortTypes: [] },
  ...ranges.flatMap((range): FilterableField[] => [
    { name: `timeIn${range}Percent`, types: both, hasFlag: true },
    { name: `timeIn${range}Minutes`, types: cgmOnly, hasFlag: true },
    { name: `timeIn${range}Records`, types: both, hasFlag: true },
  ]),
  { name: 'totalRecords', types: both, hasFlag: true },
  { name: 'averageDailyRecords', types: both, hasFlag: true },
  { name: 'standardDeviation', types: both, requiredTypes: cgmOnly },
  { name: 'coefficientOfVariation', types: both, requiredTypes: cgmOnly },
  { name: 'hoursWithData', types: cgmOnly, requiredTypes: cgmOnly },
  { name: 'daysWithData', types: both, sortTypes: cgmOnly, requiredTypes: both },
  { name: 'min', types: both, requiredTypes: both },
  { name: 'max', types: both, requiredTypes: both },
];

const toColumn = (name: string): string =>
  name.replace('CGM', 'Cgm').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Counts are whole; an average of counts is not. The change of the average of meters has fractions, too, but its
 * published filter takes none.
 */
function findWholeTypes(name: string): readonly SummaryType[] {
  if (name === 'averageDailyRecordsDelta') return ['bgm'];
  return /(Minutes|Records|WithData)(Delta)?$/.test(name) && name !== 'averageDailyRecords' ? both : [];
}

/** All figures of a period, including changes from the preceding period. */
export const summaryFields: readonly SummaryField[] = filterable.flatMap(
  ({ name, types, hasFlag, sortTypes = types, requiredTypes = [] }, place) => {
    const field = (of: string) => ({
      types,
      sortTypes,
      requiredTypes,
      name: of,
      wholeTypes: findWholeTypes(of),
    });
    return [
      { ...field(name), column: toColumn(name), ...(hasFlag && { flag: place }) },
      { ...field(`${name}Delta`), column: `${toColumn(name)}_delta` },
    ];
  },
);

/**
 * Figures that are stored as 0 of a period without readings, and their changes as if there had been zeros then: the public
 * API has them so.
 */
export const zeroWithoutReadings: ReadonlySet<string> = new Set([
  'min',
  'max',
  'standardDeviation',
  'coefficientOfVariation',
]);

/** What an index of the database keeps the order of, for each summary type and period. */
const indexed: ReadonlySet<string> = new Set([
  'lastData',
  'glucoseManagementIndicator',
  'averageGlucoseMmol',
  'timeCGMUsePercent',
  'timeInTargetPercent',
  'timeInVeryLowPercent',
  'timeInVeryLowRecords',
  'timeInVeryHighPercent',
  'timeInVeryHighRecords',
]);

/** Whether an index has the order of a figure or a date. */
export const isIndexed = (name: string): boolean => indexed.has(name);

const byName = new Map(summaryFields.map((field) => [field.name, field]));

/** The figure with this name of a summary type, or undefined. */
export function summaryField(name: string, type: SummaryType): SummaryField | undefined {
  const field = byName.get(name);
  return field?.types.includes(type) ? field : undefined;
}

/** The key of a period that says whether it has a value for a figure. */
export const flagName = (name: string): string => `has${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Sortable dates of a summary, and their columns after `cgm_` and `bgm_`. */
export const summaryDates = {
  lastData: 'last_data',
  firstData: 'first_data',
  lastUploadDate: 'last_upload_date',
  outdatedSince: 'outdated_since',
} as const;

export type SummaryDate = keyof typeof summaryDates;

/** Sortable fields of the patient itself. */
export const ownSortFields = ['fullName', 'birthDate', 'lastReviewed'] as const;

/** Whether patient lists can be sorted by a name, for a summary type. */
export const isSortField = (name: string, type: SummaryType): boolean =>
  (ownSortFields as readonly string[]).includes(name) ||
  Object.hasOwn(summaryDates, name) ||
  (summaryField(name, type)?.sortTypes.includes(type) ?? false);
