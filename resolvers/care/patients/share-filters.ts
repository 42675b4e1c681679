import type { Comparison, FigureFilter, GroupGoals } from '../../../src/care/patients/figure-filters';
import type { PatientFilter } from '../../../src/care/patients/patient-filter';
import { presetTargets, type GlucoseGoals } from '../../../src/care/summaries/glucose-goals';
import { badInput } from '../../../src/platform/errors';
import { mgdLPerMmolL, toMmolL } from '../../../src/platform/validation/glucose-units';
import type { FigureFilterInput, PatientFilterInput, ShareFilterInput } from './patient-filters.types';
import { SummaryFigureName } from './summary-figures.types';

/** Whether a figure is a share, or the difference of two. */
const isShare = (figure: string): boolean => /Percent(Delta)?$/.test(figure);

const toTypeName = (figure: string): string =>
  Object.entries(SummaryFigureName).find(([, value]) => value === figure)?.[0] ?? figure;

/** Refuses a percentage instead of a share: every patient, or none, would match. */
function refusePercentage(name: string, lowest: number, value: number): void {
  if (value >= lowest && value <= 1) return;
  throw badInput(
    `${name} is a share between ${lowest} and 1, not a percentage: write 0.7 for 70 %. The value was ${value}.`,
  );
}

/** Readings from 1 to 55 mmol/L cannot vary more. */
const largestVariation = 4;

/** Refuses a percentage instead of a coefficient of variation. */
function refusePercentOfMean(name: string, lowest: number, value: number): void {
  if (value >= lowest && value <= largestVariation) return;
  throw badInput(
    `${name} is a ratio from ${lowest} to ${largestVariation}, not a percentage: write 0.36 for 36 %. The value was ${value}.`,
  );
}

/** Figures of the filters by a share, by the names of the filters. */
const figureOfShare = {
  timeInTarget: 'timeInTargetPercent',
  timeInVeryLow: 'timeInVeryLowPercent',
  timeInLow: 'timeInLowPercent',
  timeInAnyLow: 'timeInAnyLowPercent',
  timeInHigh: 'timeInHighPercent',
  timeInVeryHigh: 'timeInVeryHighPercent',
  timeInExtremeHigh: 'timeInExtremeHighPercent',
  timeInAnyHigh: 'timeInAnyHighPercent',
  sensorUse: 'timeCGMUsePercent',
} as const;

type ShareName = keyof typeof figureOfShare;

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const satisfies Record<string, Comparison>;

type Bound = keyof typeof comparisons;

function figureFilters(name: ShareName, { type, ...bounds }: ShareFilterInput): FigureFilter[] {
  const given = (Object.keys(comparisons) as Bound[]).flatMap((bound) => {
    const value = bounds[bound];
    return value === undefined ? [] : [{ bound, value }];
  });
  if (given.length === 0) throw badInput(`The filter "${name}" takes "lt", "lte", "gt" or "gte".`);
  return given.map(({ bound, value }) => {
    refusePercentage(`${name}.${bound}`, 0, value);
    return { type, field: figureOfShare[name], comparison: comparisons[bound], value };
  });
}

/** Figures that are amounts of glucose in mmol/L, and how they were stored: means of any precision, or readings. */
const glucoseFigures: Readonly<Record<string, (mgdL: number) => number>> = {
  averageGlucoseMmol: (mgdL) => mgdL / mgdLPerMmolL,
  standardDeviation: (mgdL) => mgdL / mgdLPerMmolL,
  min: toMmolL,
  max: toMmolL,
};

/** A filter by a figure, in mmol/L. Throws when figures of another kind have a unit of glucose. */
function inMmolL({ units, ...filter }: FigureFilterInput): FigureFilter {
  if (units === undefined) return filter;
  const convert = glucoseFigures[filter.field.replace(/Delta$/, '')];
  if (!convert) throw badInput(`"units" is for amounts of glucose. ${toTypeName(filter.field)} is none.`);
  return { ...filter, value: units === 'mg/dL' ? convert(filter.value) : filter.value };
}

/** Figures that goals are about, among people whose targets are from 3.9 to 10.0 mmol/L. */
const figureOfGoal = {
  withinTargets: { field: 'timeInTargetPercent', comparison: '>=' },
  belowTargets: { field: 'timeInAnyLowPercent', comparison: '<' },
  aboveTargets: { field: 'timeInAnyHighPercent', comparison: '<' },
  inVeryLow: { field: 'timeInVeryLowPercent', comparison: '<' },
  inVeryHigh: { field: 'timeInVeryHighPercent', comparison: '<' },
} as const satisfies Record<keyof GlucoseGoals, { field: string; comparison: Comparison }>;

/** The groups whose goals are about figures that summaries have; the targets in pregnancy are others. */
const groupsWithGoals: readonly GroupGoals[] = (['adaStandard', 'adaHighRisk'] as const).map((preset) => {
  const { goals } = presetTargets(preset);
  const names = Object.keys(figureOfGoal) as (keyof GlucoseGoals)[];
  return {
    preset,
    figures: names.flatMap((name) => {
      const value = goals?.[name] ?? null;
      return value === null ? [] : [{ type: 'cgm', ...figureOfGoal[name], value }];
    }),
  };
});

/**
 * The filter of a patient list in the form of the services. Throws when a share is compared with a percentage. REST
 * callers keep the filters of the public API, which accept any number.
 */
export function toPatientFilter({
  figures = [],
  meetsGoals,
  ...filter
}: PatientFilterInput = {}): PatientFilter {
  for (const { field, value } of figures) {
    const isChange = field.endsWith('Delta');
    if (isShare(field)) refusePercentage(toTypeName(field), isChange ? -1 : 0, value);
    if (field.startsWith('coefficientOfVariation'))
      refusePercentOfMean(toTypeName(field), isChange ? -largestVariation : 0, value);
  }
  const shares = (Object.keys(figureOfShare) as ShareName[]).flatMap((name) => {
    const bounds = filter[name];
    return bounds ? figureFilters(name, bounds) : [];
  });
  return {
    ...filter,
    figures: [...figures.map(inMmolL), ...shares],
    ...(meetsGoals !== undefined && { goals: { areMet: meetsGoals, groups: groupsWithGoals } }),
  };
}
