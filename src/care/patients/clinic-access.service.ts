import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { placeholders } from '../../platform/database/placeholders';
import type { DerivedAccess, SqlPart } from '../../identity/sharing/derived-access';
import type { ClinicNews } from '../clinics/clinic-news.service';
import { lockClinicsWithPatient } from './lock-patient';
import type { PatientRemoval } from './patient-removal.service';
import { PatientEntity } from './patient.entity';

/** Permissions of clinics on their patients' accounts. */
export class ClinicAccess implements DerivedAccess {
  constructor(
    private readonly database: Database,
    private readonly removal: PatientRemoval,
    private readonly news: ClinicNews,
  ) {}

  /**
   * A SELECT of `owner_id`, `user_id`, `permissions` (a JSON array) and 1 for each clinic where one of the owners is
   * a patient and one of the users works, in any role. Open invitations do not count.
   */
  permissionsBetween(ownerIds: readonly string[], userIds: readonly string[]): SqlPart {
    return {
      sql: `SELECT p.user_id AS owner_id, c.user_id AS user_id, p.permissions AS permissions, 1 AS by_clinic
        FROM clinic_patients p JOIN clinicians c ON c.clinic_id = p.clinic_id
        WHERE p.user_id IN (${placeholders(ownerIds)}) AND c.user_id IN (${placeholders(userIds)})`,
      parameters: [...ownerIds, ...userIds],
    };
  }

  /**
   * Ends the custody of all clinics over an account that its owner has claimed. Clinics without other permissions
   * lose the patient.
   */
  async endCustody(manager: EntityManager, userId: string): Promise<void> {
    for (const clinicId of await lockClinicsWithPatient(this.database, manager, userId)) {
      const patient = await lockRow(this.database, manager, PatientEntity, { clinicId, userId });
      if (!patient?.permissions.includes('custodian')) continue;
      const { permissions } = patient;
      const kept = permissions.filter((permission) => permission !== 'custodian');
      if (kept.length === 0) {
        await this.removal.remove(manager, clinicId, [userId], null);
        continue;
      }
      await manager.update(PatientEntity, { clinicId, userId }, { permissions: kept });
      this.news.permissionsChanged(manager, { clinicId, userId }, permissions, kept);
      await this.news.clinicLostAccess(manager, clinicId);
      this.news.patientsChanged(manager, clinicId, [userId]);
    }
  }
}
