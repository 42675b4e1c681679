import type { SummaryStats } from '../patients/patient-summary.entity';
import { isoTime } from '../../platform/clock';
import { readConfig } from './config';
import { rangeNames } from './glucose-ranges';
import { periodDays, type GlucosePeriod, type PeriodFigures, type PeriodName } from './periods';
import type { SummaryContent, SummaryType } from './summary.entity';

/** The types of summaries that clinics get. */
export type PatientSummaryType = Exclude<SummaryType, 'con'>;

type Figures = Record<string, number | boolean>;

const minutesADay = 1440;

/** Minimum share of a one-day period that the sensor must cover, for time in range to be meaningful. */
const leastUse = 0.7;
/** The same for longer periods, in minutes. */
const leastMinutes = minutesADay;
/** Minimum numbers of meter readings, and of days with readings, for a standard deviation to be reported. */
const leastReadings = 30;
const leastDays = 7;

/** How much data a period has; decides which figures are meaningful. */
interface Window {
  records: number;
  minutes: number;
  days: number;
  /** Length in days. */
  length: number;
}

const sensorUse = ({ minutes, length }: Window): number => minutes / (length * minutesADay);

const hasRecords = ({ records }: Window): boolean => records > 0;
const isWornForGmi = (window: Window): boolean => sensorUse(window) > leastUse;
const isWornForShares = (window: Window): boolean =>
  hasRecords(window) && (window.length === 1 ? sensorUse(window) > leastUse : window.minutes > leastMinutes);
const isMeasuredOften = ({ records, days }: Window): boolean => records >= leastReadings && days >= leastDays;
const always = (): boolean => true;

type Condition = (window: Window) => boolean;

/** A figure of a summary for clinics. */
interface ReportedFigure {
  name: string;
  /** From a period, or from its differences. */
  of: (figures: PeriodFigures) => number;
  when: Condition;
  /** `presence`: the flag says that the figure exists; `count`: the flag says that it is not zero. */
  flag?: 'presence' | 'count';
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const isCgm = (type: PatientSummaryType): boolean => type === 'cgm';

function rangeFigures(type: PatientSummaryType): ReportedFigure[] {
  const when = isCgm(type) ? isWornForShares : hasRecords;
  return rangeNames.flatMap((range): ReportedFigure[] => {
    const name = `time${capitalized(range)}`;
    return [
      { name: `${name}Percent`, of: (figures) => figures[range].percent, when, flag: 'presence' },
      { name: `${name}Records`, of: (figures) => figures[range].records, when: always, flag: 'count' },
      ...(isCgm(type)
        ? [
            {
              name: `${name}Minutes`,
              of: (figures: PeriodFigures) => figures[range].minutes,
              when: always,
              flag: 'count' as const,
            },
          ]
        : []),
    ];
  });
}

const ofSensors: readonly ReportedFigure[] = [
  { name: 'timeCGMUsePercent', of: ({ total }) => total.percent, when: hasRecords, flag: 'presence' },
  { name: 'timeCGMUseMinutes', of: ({ total }) => total.minutes, when: always, flag: 'count' },
  { name: 'timeCGMUseRecords', of: ({ total }) => total.records, when: always, flag: 'count' },
  {
    name: 'glucoseManagementIndicator',
    of: (figures) => figures.glucoseManagementIndicator,
    when: isWornForGmi,
    flag: 'presence',
  },
  { name: 'hoursWithData', of: ({ hoursWithData }) => hoursWithData, when: always },
];

function reportedFigures(type: PatientSummaryType): ReportedFigure[] {
  // Clients rely on the sensor figures to exist.
  const deviation = isCgm(type) ? always : isMeasuredOften;
  return [
    ...(isCgm(type) ? ofSensors : []),
    ...rangeFigures(type),
    {
      name: 'averageGlucoseMmol',
      of: (figures) => figures.averageGlucoseMmol,
      when: hasRecords,
      flag: 'presence',
    },
    { name: 'totalRecords', of: ({ total }) => total.records, when: always, flag: 'count' },
    {
      name: 'averageDailyRecords',
      of: (figures) => figures.averageDailyRecords,
      when: always,
      flag: 'count',
    },
    { name: 'standardDeviation', of: (figures) => figures.standardDeviation, when: deviation },
    { name: 'coefficientOfVariation', of: (figures) => figures.coefficientOfVariation, when: deviation },
    { name: 'daysWithData', of: ({ daysWithData }) => daysWithData, when: always },
    { name: 'min', of: ({ min }) => min, when: always },
    { name: 'max', of: ({ max }) => max, when: always },
  ];
}

const reported: Readonly<Record<PatientSummaryType, readonly ReportedFigure[]>> = {
  cgm: reportedFigures('cgm'),
  bgm: reportedFigures('bgm'),
};

const toWindow = ({ total, daysWithData: days }: PeriodFigures, length: number): Window => ({
  records: total.records,
  minutes: total.minutes,
  days,
  length,
});

function before(current: Window, change: Window): Window {
  return {
    length: current.length,
    records: current.records - change.records,
    minutes: current.minutes - change.minutes,
    days: current.days - change.days,
  };
}

/** A period as clinics get it: without figures that are not meaningful, and with flags for existing figures. */
export function patientPeriod(type: PatientSummaryType, name: PeriodName, period: GlucosePeriod): Figures {
  const length = periodDays[name];
  const current = toWindow(period, length);
  const previous = before(current, toWindow(period.delta, length));
  const figures: Figures = {};
  for (const { name: figure, of, when, flag } of reported[type]) {
    const isReported = when(current);
    const value = of(period);
    if (flag) figures[`has${capitalized(figure)}`] = flag === 'presence' ? isReported : value !== 0;
    if (isReported) figures[figure] = value;
    if (isReported && when(previous)) figures[`${figure}Delta`] = of(period.delta);
  }
  return figures;
}

/** A patient's summary in the form that clinics store. */
export function patientStats(
  type: PatientSummaryType,
  id: string,
  {
    schemaVersion,
    lastUpdated,
    content,
  }: { schemaVersion: number; lastUpdated: number; content: SummaryContent },
): SummaryStats {
  const { lastUpdatedReason, firstData, lastData, lastUploadDate, periods } = content;
  return {
    id,
    config: readConfig(schemaVersion),
    dates: {
      lastUpdatedDate: isoTime(lastUpdated),
      lastUpdatedReason,
      hasLastUploadDate: true,
      lastUploadDate: isoTime(lastUploadDate),
      hasFirstData: true,
      firstData: isoTime(firstData),
      hasLastData: true,
      lastData: isoTime(lastData),
      hasOutdatedSince: false,
      outdatedReason: [],
    },
    periods: Object.fromEntries(
      Object.entries(periods as Record<PeriodName, GlucosePeriod>).map(([name, period]) => [
        name,
        patientPeriod(type, name as PeriodName, period),
      ]),
    ),
  };
}
