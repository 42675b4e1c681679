import type { EntityManager } from 'typeorm';
import { periodRows, summaryRow } from './patient-summary-rows';
import { PatientSummaryEntity, type PatientSummary } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';
import { SummaryPeriodEntity } from './summary-period.entity';

type Key = Pick<PatientEntity, 'clinicId' | 'userId'>;

/** Keeps a summary of a patient, and what lists need of it, in place of the one that there was; null keeps none. */
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
