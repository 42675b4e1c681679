import { newServerToken } from './accounts';
import { api } from './api';
import { accepted } from './clinics';
import type { ServerUnderTest } from './server';

type SummaryType = 'cgm' | 'bgm';

const ranges = ['Low', 'VeryLow', 'AnyLow', 'High', 'VeryHigh', 'ExtremeHigh', 'AnyHigh', 'Target'];

const flagged = (type: SummaryType): string[] => [
  'averageGlucoseMmol',
  'totalRecords',
  'averageDailyRecords',
  ...ranges.flatMap((range) => [`timeIn${range}Percent`, `timeIn${range}Records`]),
  ...(type === 'cgm'
    ? [
        'glucoseManagementIndicator',
        ...['Percent', 'Minutes', 'Records'].map((unit) => `timeCGMUse${unit}`),
        ...ranges.map((range) => `timeIn${range}Minutes`),
      ]
    : []),
];

const required = [
  'min',
  'max',
  'daysWithData',
  'standardDeviation',
  'coefficientOfVariation',
  'hoursWithData',
];

const flagName = (name: string): string => `has${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A period of a summary with these figures, and flags for them. */
export const periodWith = (type: SummaryType, figures: Record<string, number>): Record<string, unknown> => ({
  ...Object.fromEntries(
    required.flatMap((name) => [
      [name, 0],
      [`${name}Delta`, 0],
    ]),
  ),
  ...Object.fromEntries(flagged(type).map((name) => [flagName(name), name in figures])),
  ...figures,
});

/** Statistics with these periods and dates. */
export const statsWith = (
  periods: Record<string, Record<string, unknown>>,
  dates: Record<string, string> = {},
  id = 'a'.repeat(24),
) => ({
  id,
  dates: {
    ...Object.fromEntries(
      ['lastData', 'firstData', 'lastUploadDate', 'outdatedSince'].map((name) => [
        flagName(name),
        name in dates,
      ]),
    ),
    ...dates,
  },
  periods,
});

/** Sends a summary to the clinics of an account. Throws when the server refuses. */
export async function tellSummary(server: ServerUnderTest, userId: string, summary: object): Promise<void> {
  const token = await newServerToken(server);
  accepted(await api(server).post(`/v1/patients/${userId}/summary`, { token, body: summary }));
}
