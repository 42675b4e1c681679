import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { placeholders } from '../database/placeholders';
import type { ClinicNews } from './clinic-news.service';
import { lockClinicsOf } from './lock-clinic';
import type { PatientRemoval } from './patient-removal.service';
import { PatientEntity } from './patient.entity';

/** A part of a statement. */
interface SqlPart {
  sql: string;
  parameters: string[];
}

/** What clinics may do with the accounts of their patients. */
export class ClinicAccess {
  constructor(
    private readonly database: Database,
    private readonly removal: PatientRemoval,
    private readonly news: ClinicNews,
  ) {}

  /**
   * The SELECT of `owner_id`, `user_id`, `permissions` (a JSON array) and 1 for each clinic where one of the owners is a
   * patient and one of the users works, in whatever role. An open invitation is no work yet.
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
   * Ends the custody of all clinics over an account that its owner has taken over. A clinic that held nothing else
   * has one patient less.
   */
  async endCustody(manager: EntityManager, userId: string): Promise<void> {
    for (const clinicId of await lockClinicsOf(this.database, manager, userId)) {
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
