import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { fold, sortKey } from '../../platform/folding';
import { mrnDigest } from './patient-fields';
import { PatientEntity } from './patient.entity';

/** More patients than anyone would look through. */
const most = 100;

/** Finds patients of a clinic by data from other systems. Results are ordered by name. */
export class PatientIdentification {
  /** Those with a record number, ignoring case and accents; optionally only those with a birthday (`YYYY-MM-DD`). */
  async withMrn(
    manager: EntityManager,
    clinicId: string,
    { mrn, birthDate }: { mrn: string; birthDate?: string },
  ): Promise<PatientEntity[]> {
    const where = { clinicId, mrnDigest: mrnDigest(mrn), ...(birthDate !== undefined && { birthDate }) };
    const found = await this.find(manager, where);
    // MySQL ignores trailing spaces.
    return found.filter((patient) => birthDate === undefined || patient.birthDate === birthDate);
  }

  /** Those with a name, ignoring case and accents, and a birthday. */
  async withName(
    manager: EntityManager,
    clinicId: string,
    { fullName, birthDate }: Pick<PatientEntity, 'fullName' | 'birthDate'>,
  ): Promise<PatientEntity[]> {
    const found = await this.find(manager, { clinicId, nameKey: sortKey(fullName), birthDate });
    return found.filter(
      (patient) => fold(patient.fullName) === fold(fullName) && patient.birthDate === birthDate,
    );
  }

  private find(manager: EntityManager, where: FindOptionsWhere<PatientEntity>): Promise<PatientEntity[]> {
    return manager.find(PatientEntity, { where, order: { nameKey: 'ASC', id: 'ASC' }, take: most });
  }
}
