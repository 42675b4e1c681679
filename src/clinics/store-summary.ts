import type { EntityManager } from 'typeorm';
import { periodRows, summaryRow } from './patient-summary-rows';
import { PatientSummaryEntity, type PatientSummary } from './patient-summary.entity';
import { SummaryPeriodEntity } from './summary-period.entity';

interface Key {
  clinicId: string;
  userId: string;
}

/** Keeps a summary of a patient, and what lists need of it, in place of the one that there was; null keeps none. */
export async function storeSummary(
  manager: EntityManager,
  key: Key,
  content: PatientSummary | null,
): Promise<void> {
  await manager.delete(SummaryPeriodEntity, key);
  await manager.delete(PatientSummaryEntity, key);
  if (!content?.cgmStats && !content?.bgmStats) return;
  await manager.save(PatientSummaryEntity, summaryRow(key, content), { reload: false });
  const periods = periodRows(key, content);
  if (periods.length > 0) await manager.insert(SummaryPeriodEntity, periods);
}
