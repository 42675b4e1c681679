import { parseInstant } from '../../platform/validation/values/calendar';
import { type PatientSummary, type SummaryStats, PatientSummaryEntity } from './patient-summary.entity';
import {
  flagName,
  summaryFields,
  summaryPeriods,
  summaryTypes,
  type SummaryDate,
  type SummaryType,
} from './summary-fields';
import { In, type EntityManager } from 'typeorm';
import { PatientEntity } from './patient.entity';
import { SummaryPeriodEntity } from './summary-period.entity';

interface Key {
  clinicId: string;
  userId: string;
  patientId: string;
}

const findStats = (summary: PatientSummary, type: SummaryType): SummaryStats | undefined =>
  summary[`${type}Stats`];

/** A date of a summary; ignored if its flag says so. */
function findDate(stats: SummaryStats | undefined, name: SummaryDate): number | null {
  const value = stats?.dates?.[name];
  if (typeof value !== 'string' || stats?.dates?.[flagName(name)] === false) return null;
  return parseInstant(value) ?? null;
}

type SummaryRow = Omit<PatientSummaryEntity, 'content'> & { content: object };

/** A summary in its stored form. */
const summaryRow = (key: Key, content: PatientSummary): SummaryRow => ({
  ...key,
  cgmId: content.cgmStats?.id ?? null,
  bgmId: content.bgmStats?.id ?? null,
  cgmLastData: findDate(content.cgmStats, 'lastData'),
  cgmFirstData: findDate(content.cgmStats, 'firstData'),
  cgmLastUploadDate: findDate(content.cgmStats, 'lastUploadDate'),
  cgmOutdatedSince: findDate(content.cgmStats, 'outdatedSince'),
  bgmLastData: findDate(content.bgmStats, 'lastData'),
  bgmFirstData: findDate(content.bgmStats, 'firstData'),
  bgmLastUploadDate: findDate(content.bgmStats, 'lastUploadDate'),
  bgmOutdatedSince: findDate(content.bgmStats, 'outdatedSince'),
  content,
});

/** The figures of the periods that lists use. */
const periodRows = (key: Key, content: PatientSummary): Partial<SummaryPeriodEntity>[] =>
  summaryTypes.flatMap((summaryType) =>
    summaryPeriods.flatMap((period) => {
      const figures = findStats(content, summaryType)?.periods?.[period];
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

type PatientOfClinic = Pick<PatientEntity, 'clinicId' | 'userId'>;

/** Stores a patient's summary and its list columns, replacing the existing one; null deletes it. */
export async function storeSummary(
  manager: EntityManager,
  key: PatientOfClinic,
  content: PatientSummary | null,
): Promise<void> {
  // The table is in the order of types and periods: without them, SQLite would look at those of all patients of the clinic.
  const periods = { summaryType: In([...summaryTypes]), period: In([...summaryPeriods]) };
  await manager.delete(SummaryPeriodEntity, { ...key, ...periods });
  await manager.delete(PatientSummaryEntity, key);
  if (!content?.cgmStats && !content?.bgmStats) return;
  const patient = await manager.findOne(PatientEntity, { select: { id: true }, where: key });
  if (!patient) return;
  const ofPatient = { ...key, patientId: patient.id };
  // `save` would copy the content, without a period called `__proto__`.
  await manager.insert(PatientSummaryEntity, summaryRow(ofPatient, content));
  const rows = periodRows(ofPatient, content);
  if (rows.length > 0) await manager.insert(SummaryPeriodEntity, rows);
}
