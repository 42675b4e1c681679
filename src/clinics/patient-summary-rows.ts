import { parseInstant } from '../data/record-types/values/calendar';
import { badInput, type Finding } from '../errors';
import type { PatientSummary, PatientSummaryEntity, SummaryStats } from './patient-summary.entity';
import {
  flagName,
  summaryFields,
  summaryPeriods,
  summaryTypes,
  type SummaryDate,
  type SummaryType,
} from './summary-fields';
import type { SummaryPeriodEntity } from './summary-period.entity';

interface Key {
  clinicId: string;
  userId: string;
  patientId: string;
}

type Fields = Record<string, unknown>;

const statsOf = (summary: PatientSummary, type: SummaryType): SummaryStats | undefined =>
  summary[`${type}Stats`];

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const finding = (pointer: string, detail: string): Finding => ({
  code: 'value-not-valid',
  title: 'value is not valid',
  detail,
  source: { pointer },
});

const dateFlags = ['hasFirstData', 'hasLastData', 'hasLastUploadDate', 'hasOutdatedSince'];

function periodFindings(type: SummaryType, place: string, period: unknown): Finding[] {
  if (!isObject(period)) return [finding(place, 'A period is an object.')];
  return summaryFields
    .filter(({ types }) => types.includes(type))
    .flatMap(({ name, flag, requiredTypes }) => {
      const value = period[name];
      const isRequired = requiredTypes.includes(type);
      const isNumber = typeof value === 'number' || (value === undefined && !isRequired);
      return [
        ...(isNumber ? [] : [finding(`${place}/${name}`, `"${name}" is a number.`)]),
        ...(flag === undefined || typeof period[flagName(name)] === 'boolean'
          ? []
          : [finding(`${place}/${flagName(name)}`, `"${flagName(name)}" is true or false.`)]),
      ];
    });
}

function statsFindings(type: SummaryType, stats: SummaryStats): Finding[] {
  const place = `/${type}Stats`;
  if (stats.id !== undefined && !/^[a-f0-9]{0,24}$/.test(stats.id))
    return [finding(`${place}/id`, 'An id has up to 24 hexadecimal characters.')];
  const dates = stats.dates;
  return [
    ...(dates === undefined ? [] : dateFlags)
      .filter((flag) => typeof dates?.[flag] !== 'boolean')
      .map((flag) => finding(`${place}/dates/${flag}`, `"${flag}" is true or false.`)),
    ...Object.entries(stats.periods ?? {}).flatMap(([name, period]) =>
      periodFindings(type, `${place}/periods/${name}`, period),
    ),
  ];
}

/** The statistics that have an id. Throws with every finding when some are not whole. */
export function checkedSummary(summary: PatientSummary): PatientSummary {
  const given = summaryTypes.flatMap((type) => {
    const stats = statsOf(summary, type);
    return stats ? [{ type, stats }] : [];
  });
  const findings = given.flatMap(({ type, stats }) => statsFindings(type, stats));
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
  return Object.fromEntries(
    given.filter(({ stats }) => stats.id).map(({ type, stats }) => [`${type}Stats`, stats]),
  );
}

/** A date of a summary; one that its flag denies is none. */
function dateOf(stats: SummaryStats | undefined, name: SummaryDate): number | null {
  const value = stats?.dates?.[name];
  if (typeof value !== 'string' || stats?.dates?.[flagName(name)] === false) return null;
  return parseInstant(value) ?? null;
}

/** A summary as it is kept. */
export const summaryRow = (key: Key, content: PatientSummary): PatientSummaryEntity => ({
  ...key,
  cgmId: content.cgmStats?.id ?? null,
  bgmId: content.bgmStats?.id ?? null,
  cgmLastData: dateOf(content.cgmStats, 'lastData'),
  cgmFirstData: dateOf(content.cgmStats, 'firstData'),
  cgmLastUploadDate: dateOf(content.cgmStats, 'lastUploadDate'),
  cgmOutdatedSince: dateOf(content.cgmStats, 'outdatedSince'),
  bgmLastData: dateOf(content.bgmStats, 'lastData'),
  bgmFirstData: dateOf(content.bgmStats, 'firstData'),
  bgmLastUploadDate: dateOf(content.bgmStats, 'lastUploadDate'),
  bgmOutdatedSince: dateOf(content.bgmStats, 'outdatedSince'),
  content,
});

/** The figures of the periods that lists know. */
export const periodRows = (key: Key, content: PatientSummary): Partial<SummaryPeriodEntity>[] =>
  summaryTypes.flatMap((summaryType) =>
    summaryPeriods.flatMap((period) => {
      const figures = statsOf(content, summaryType)?.periods?.[period];
      if (!figures) return [];
      const fields = summaryFields.filter(({ types }) => types.includes(summaryType));
      const values = fields.map(({ name }): [string, unknown] => [name, figures[name] ?? null]);
      const flagged = fields.filter(
        ({ name, flag }) => flag !== undefined && figures[flagName(name)] === true,
      );
      const flags = flagged.reduce((sum, { flag = 0 }) => sum + 2 ** flag, 0);
      return [Object.assign(Object.fromEntries(values), { ...key, summaryType, period, flags })];
    }),
  );
