import { registerEnumType } from 'type-graphql';
import { summaryFields, summaryPeriods, summaryTypes } from '../../../src/care/patients/summary-fields';
import { named } from '../clinics/clinics.types';

/** `timeCGMUsePercent` is `TIME_CGM_USE_PERCENT`. */
export const upperCase = (name: string): string =>
  name
    .replace('CGM', 'Cgm')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

/** The descriptions of enum values, by their names in the graph. */
export const describe = (names: readonly string[], description: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [upperCase(name), { description: description(name) }]));

export const SummaryTypeName = named(summaryTypes, (type) => type.toUpperCase());

registerEnumType(SummaryTypeName, {
  name: 'SummaryType',
  description: 'Source of a summary.',
  valuesConfig: {
    CGM: { description: 'Continuous sensors.' },
    BGM: { description: 'Meters.' },
  },
});

export const SummaryPeriodName = named(summaryPeriods, (period) => `DAYS_${period.slice(0, -1)}`);

registerEnumType(SummaryPeriodName, {
  name: 'SummaryPeriod',
  description: 'Period of a summary.',
  valuesConfig: {
    DAYS_1: { description: 'One day.' },
    DAYS_7: { description: 'A week.' },
    DAYS_14: { description: 'Two weeks.' },
    DAYS_30: { description: 'Thirty days.' },
  },
});

/** The names of all figures. */
export const figures = summaryFields.map(({ name }) => name);

/** The description of a figure. */
export const describeFigure = (name: string): string =>
  name.endsWith('Delta')
    ? `How \`${name.slice(0, -'Delta'.length)}\` of the summary has changed since the period before.`
    : `\`${name}\` of the summary.`;

export const SummaryFigureName = named(figures, upperCase);

registerEnumType(SummaryFigureName, {
  name: 'SummaryFigure',
  description: 'A figure of a summary. Those named `…_PERCENT` are shares between 0 and 1: 0.7 means 70 %.',
  valuesConfig: describe(figures, describeFigure),
});
