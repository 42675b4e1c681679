import type { EntityManager } from 'typeorm';
import { assertVersion, computeVersion } from '../../platform/version';
import { PatientSiteEntity } from './labels/patient-site.entity';
import { TaggingEntity } from './labels/tagging.entity';
import type { PatientEntity } from './patient.entity';

/** The ids of a patient's labels. */
interface LabelIds {
  tagIds: readonly string[];
  siteIds: readonly string[];
}

/**
 * The version of what people edit in a clinic's record of a patient. Data sources, reviews and statistics do not count:
 * they change without anybody editing the record.
 */
export const patientVersion = (patient: PatientEntity, { tagIds, siteIds }: LabelIds): string =>
  computeVersion([
    patient.fullName,
    patient.birthDate,
    patient.email,
    patient.mrn,
    patient.targetDevices,
    patient.diagnosisType,
    patient.glycemicRanges,
    [...tagIds].sort(),
    [...siteIds].sort(),
  ]);

/** Throws when a locked patient does not have the version that the sender of a change has seen. */
export async function assertPatientVersion(
  manager: EntityManager,
  patient: PatientEntity,
  seen: string,
): Promise<void> {
  const { clinicId, userId } = patient;
  const taggings = await manager.findBy(TaggingEntity, { clinicId, userId });
  const sites = await manager.findBy(PatientSiteEntity, { clinicId, userId });
  const tagIds = taggings.map(({ tagId }) => tagId);
  const siteIds = sites.map(({ siteId }) => siteId);
  assertVersion(seen, patientVersion(patient, { tagIds, siteIds }));
}
