import { registerEnumType } from 'type-graphql';
import {
  summaryFields,
  summaryPeriods,
  summaryTypes,
  zeroWithoutReadings,
} from '../../../src/care/patients/summary-fields';
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
    CGM: { description: 'Readings of continuous glucose monitors (sensors).' },
    BGM: { description: 'Readings of blood glucose meters.' },
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

const meanings: Readonly<Record<string, string>> = {
  timeCGMUsePercent: 'Sensor wear, as a share of the period',
  timeInVeryLowPercent: 'Time below 3.0 mmol/L (up to 54 mg/dL)',
  timeInLowPercent: 'Time from 3.0 to below 3.9 mmol/L (55 to 70 mg/dL)',
  timeInAnyLowPercent: 'Time below range: below 3.9 mmol/L (up to 70 mg/dL)',
  timeInTargetPercent: 'Time in range: from 3.9 to 10.0 mmol/L (71 to 180 mg/dL)',
  timeInHighPercent: 'Time above 10.0 and up to 13.9 mmol/L (181 to 250 mg/dL)',
  timeInVeryHighPercent: 'Time above 13.9 mmol/L (251 mg/dL or more)',
  timeInExtremeHighPercent: 'Time at 19.4 mmol/L or above (350 mg/dL or more)',
  timeInAnyHighPercent: 'Time above range: above 10.0 mmol/L (181 mg/dL or more)',
};

/** The description of a share. */
function describeShare(name: string): string {
  const meaning = meanings[name.replace(/Delta$/, '')];
  if (meaning === undefined) throw new Error(`The share ${name} is not described.`);
  return name.endsWith('Delta')
    ? `Change of a share since the period before; 0.05 is five percentage points. ${meaning}.`
    : `${meaning}: 0.7 is 70 %.`;
}

/** The description of a figure. */
function describeFigure(name: string): string {
  const figure = name.replace(/Delta$/, '');
  const unlessRead = zeroWithoutReadings.has(figure) ? ' Absent without readings.' : '';
  if (name === figure) return `\`${name}\` of the summary.${unlessRead}`;
  const unlessCompared = unlessRead && ' Absent unless both periods have readings.';
  return `How \`${figure}\` of the summary has changed since the period before.${unlessCompared}`;
}

/** Figures that are shares, or differences of two, under names that say so; the names of REST are deprecated. */
export const shareNames: Readonly<Record<string, string>> = Object.fromEntries(
  figures
    .filter((name) => /Percent(Delta)?$/.test(name))
    .map((name) => [upperCase(name).replace('TIME_CGM_USE', 'SENSOR_USE').replace('_PERCENT', ''), name]),
);

const findProperName = (figure: string): string | undefined =>
  Object.entries(shareNames).find(([, value]) => value === figure)?.[0];

/** How the names of figures, and those of shares, are described in an enum. */
export const describeFigures = () => ({
  ...Object.fromEntries(
    Object.entries(shareNames).map(([name, figure]) => [name, { description: describeShare(figure) }]),
  ),
  ...Object.fromEntries(
    figures.map((figure) => {
      const properName = findProperName(figure);
      return [
        upperCase(figure),
        {
          description: describeFigure(figure),
          ...(properName && {
            deprecationReason: `Use \`${properName}\`: it is a share between 0 and 1, not a percentage.`,
          }),
        },
      ];
    }),
  ),
});

export const SummaryFigureName = { ...shareNames, ...named(figures, upperCase) };

registerEnumType(SummaryFigureName, {
  name: 'SummaryFigure',
  description:
    'A figure of a summary. Times in ranges and sensor use are shares between 0 and 1: 0.7 is 70 %.',
  valuesConfig: describeFigures(),
});
