import type { EntityManager } from 'typeorm';
import { periodRows, summaryRow } from './patient-summary-rows';
import { PatientSummaryEntity, type PatientSummary } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';
import { SummaryPeriodEntity } from './summary-period.entity';

type Key = Pick<PatientEntity, 'clinicId' | 'userId'>;

/** Stores a patient's summary and its list columns, replacing the existing one; null deletes it. */
export async function storeSummary(
  manager: EntityManager,
  key: Key,
  content: PatientSummary | null,
): Promise<void> {
  await manager.delete(SummaryPeriodEntity, key);
  await manager.delete(PatientSummaryEntity, key);
  if (!content?.cgmStats && !content?.bgmStats) return;
  const patient = await manager.findOne(PatientEntity, { select: { id: true }, where: key });
  if (!patient) return;
  const ofPatient = { ...key, patientId: patient.id };
  await manager.save(PatientSummaryEntity, summaryRow(ofPatient, content), { reload: false });
  const periods = periodRows(ofPatient, content);
  if (periods.length > 0) await manager.insert(SummaryPeriodEntity, periods);
}
