import { Not, type EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import { now } from '../../platform/clock';
import { badInput } from '../../platform/errors';
import type { ClinicPatients } from '../clinics/ports';
import type { CustodialPatients } from './custodial-patients.service';
import { PatientTagEntity } from './labels/patient-tag.entity';
import { SiteEntity } from './labels/site.entity';
import type { PatientPermission } from './patient-permission';
import { readFacts } from './patient-profile';
import type { PatientRemoval } from './patient-removal.service';
import { newPatientRow } from './patient-fields';
import { PatientEntity } from './patient.entity';

/** Dependencies of the class below. */
interface Parts {
  accounts: AccountService;
  metadata: MetadataService;
  custodialPatients: CustodialPatients;
  patientRemoval: PatientRemoval;
}

/** Patients, tags and sites of clinics that are created or closed. */
export class PatientsOfClinics implements ClinicPatients {
  constructor(
    private readonly parts: Parts,
    /** Account that is a patient of every new clinic, for trying things out; empty for none. */
    private readonly demoPatientId: string,
  ) {}

  /** The details are from the account and the profile of the demo patient. */
  async demoPatient() {
    const userId = this.demoPatientId;
    if (userId === '') return null;
    const [[user], [profile]] = await Promise.all([
      this.parts.accounts.findMany([userId]),
      this.parts.metadata.profiles([userId]),
    ]);
    if (!user) return null;
    const permissions: PatientPermission[] = ['view'];
    const patient = { ...readFacts(user, profile ?? null), userId, permissions, isMigrated: true };
    return async (manager: EntityManager, clinicId: string): Promise<void> => {
      await manager.insert(PatientEntity, newPatientRow({ ...patient, clinicId }, now()));
    };
  }

  async clinicClosed(manager: EntityManager, clinicId: string, deletedBy: string | null): Promise<void> {
    const userId = this.demoPatientId;
    if (await manager.existsBy(PatientEntity, { clinicId, userId: Not(userId) }))
      throw badInput('deletion of non-empty clinics is not allowed');
    const isDemo = await manager.existsBy(PatientEntity, { clinicId, userId });
    await this.parts.patientRemoval.remove(manager, clinicId, isDemo ? [userId] : [], deletedBy);
    await this.parts.custodialPatients.clinicClosed(manager, clinicId);
    for (const entity of [PatientTagEntity, SiteEntity]) await manager.delete(entity, { clinicId });
  }
}
