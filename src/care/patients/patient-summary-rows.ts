import { parseInstant } from '../../platform/validation/values/calendar';
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

const statsOf = (summary: PatientSummary, type: SummaryType): SummaryStats | undefined =>
  summary[`${type}Stats`];

/** A date of a summary; ignored if its flag says so. */
function dateOf(stats: SummaryStats | undefined, name: SummaryDate): number | null {
  const value = stats?.dates?.[name];
  if (typeof value !== 'string' || stats?.dates?.[flagName(name)] === false) return null;
  return parseInstant(value) ?? null;
}

/** A summary in its stored form. */
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

/** The figures of the periods that lists use. */
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
