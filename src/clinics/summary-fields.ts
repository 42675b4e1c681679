/** Of which devices a summary is: continuous sensors or meters. */
export const summaryTypes = ['cgm', 'bgm'] as const;

export type SummaryType = (typeof summaryTypes)[number];

/** The periods that lists are sorted and filtered by. */
export const summaryPeriods = ['1d', '7d', '14d', '30d'] as const;

export type SummaryPeriod = (typeof summaryPeriods)[number];

/** A figure of a period, as lists of patients are sorted and filtered by it. */
export interface SummaryField {
  /** As clients know it, such as `timeInTargetPercent`. */
  name: string;
  /** Of the table of periods. */
  column: string;
  /** The types where clients compare it with whole numbers only. */
  wholeTypes: readonly SummaryType[];
  /** Its place among the flags that say whether there is a value; absent where the value itself says so. */
  flag?: number;
  types: readonly SummaryType[];
  /** The types that lists can be sorted by it for. */
  sortTypes: readonly SummaryType[];
  /** The types whose periods must have it. */
  requiredTypes: readonly SummaryType[];
}

const ranges = ['Low', 'VeryLow', 'AnyLow', 'High', 'VeryHigh', 'ExtremeHigh', 'AnyHigh', 'Target'];

const both = summaryTypes;
const cgmOnly = ['cgm'] as const;

type Told = Pick<SummaryField, 'name' | 'types'> &
  Partial<Pick<SummaryField, 'sortTypes' | 'requiredTypes'>> & { hasFlag?: boolean };

const told: readonly Told[] = [
  { name: 'averageGlucoseMmol', types: both, hasFlag: true },
  { name: 'glucoseManagementIndicator', types: cgmOnly, hasFlag: true },
  { name: 'timeCGMUsePercent', types: cgmOnly, hasFlag: true },
  { name: 'timeCGMUseMinutes', types: cgmOnly, hasFlag: true, sortTypes: [] },
  { name: 'timeCGMUseRecords', types: cgmOnly, hasFlag: true, sortTypes: [] },
  ...ranges.flatMap((range): Told[] => [
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

const columnOf = (name: string): string =>
  name.replace('CGM', 'Cgm').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Counts are whole; an average of counts is not. The change of the average of meters has fractions, too, but its
 * published filter takes none.
 */
function wholeTypesOf(name: string): readonly SummaryType[] {
  if (name === 'averageDailyRecordsDelta') return ['bgm'];
  return /(Minutes|Records|WithData)(Delta)?$/.test(name) && name !== 'averageDailyRecords' ? both : [];
}

/** Every figure of a period, the changes since the period before among them. */
export const summaryFields: readonly SummaryField[] = told.flatMap(
  ({ name, types, hasFlag, sortTypes = types, requiredTypes = [] }, place) => {
    const field = (of: string) => ({
      types,
      sortTypes,
      requiredTypes,
      name: of,
      wholeTypes: wholeTypesOf(of),
    });
    return [
      { ...field(name), column: columnOf(name), ...(hasFlag && { flag: place }) },
      { ...field(`${name}Delta`), column: `${columnOf(name)}_delta` },
    ];
  },
);

const byName = new Map(summaryFields.map((field) => [field.name, field]));

/** The figure of this name that a type of summaries has, or undefined. */
export function summaryField(name: string, type: SummaryType): SummaryField | undefined {
  const field = byName.get(name);
  return field?.types.includes(type) ? field : undefined;
}

/** The key of a period that says whether it has a value for a figure. */
export const flagName = (name: string): string => `has${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Dates of a summary that lists are sorted by, and their columns behind `cgm_` and `bgm_`. */
export const summaryDates = {
  lastData: 'last_data',
  firstData: 'first_data',
  lastUploadDate: 'last_upload_date',
  outdatedSince: 'outdated_since',
} as const;

export type SummaryDate = keyof typeof summaryDates;

/** Fields of the patient itself that lists are sorted by. */
export const ownSortFields = ['fullName', 'birthDate', 'lastReviewed'] as const;

/** True for what lists of patients can be sorted by, for a type of summaries. */
export const isSortField = (name: string, type: SummaryType): boolean =>
  (ownSortFields as readonly string[]).includes(name) ||
  Object.hasOwn(summaryDates, name) ||
  (summaryField(name, type)?.sortTypes.includes(type) ?? false);
