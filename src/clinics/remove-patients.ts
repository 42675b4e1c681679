import { In, type EntityManager } from 'typeorm';
import { PatientSiteEntity } from './patient-site.entity';
import { PatientSummaryEntity } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';
import { SummaryPeriodEntity } from './summary-period.entity';
import { TaggingEntity } from './tagging.entity';

/** Takes patients out of a clinic, with all that it has kept of them. Their accounts stay. */
export async function removePatients(
  manager: EntityManager,
  clinicId: string,
  userIds: readonly string[],
): Promise<void> {
  const ofPatients = { clinicId, userId: In([...userIds]) };
  for (const entity of [
    TaggingEntity,
    PatientSiteEntity,
    PatientSummaryEntity,
    SummaryPeriodEntity,
    PatientEntity,
  ]) {
    await manager.delete(entity, ofPatients);
  }
}
