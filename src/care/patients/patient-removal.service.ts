import { In, type EntityManager } from 'typeorm';
import type { AccountLocks } from '../../identity/accounts/account-locks.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import { PatientSiteEntity } from './labels/patient-site.entity';
import { TaggingEntity } from './labels/tagging.entity';
import type { PatientRecordExchange } from './ports';
import { PatientSummaryEntity } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';
import { recordDeletions } from '../clinics/record-deletions';
import { SummaryPeriodEntity } from './summary-period.entity';

/** Few enough parameters for one statement in both dialects. */
const idsAtOnce = 500;

/** Stored data of each patient. */
const thingsOfPatients = [TaggingEntity, PatientSiteEntity, PatientSummaryEntity, SummaryPeriodEntity];

/** Dependencies of the class below. */
interface Parts {
  accountLocks: AccountLocks;
  healthRecordExchange: PatientRecordExchange;
}

/** Removal of patients from clinics, whoever causes it. */
export class PatientRemoval {
  constructor(
    private readonly news: ClinicNews,
    private readonly parts: Parts,
  ) {}

  /**
   * Removes patients from a clinic. Records who did it, and rechecks the subscriptions of the clinic's members.
   *
   * @param deletedBy the account that does it; null for trusted servers
   */
  async remove(
    manager: EntityManager,
    clinicId: string,
    userIds: readonly string[],
    deletedBy: string | null,
  ): Promise<void> {
    if (userIds.length === 0) return;
    const removed = await findPatients(manager, clinicId, userIds);
    await this.takeOut(manager, clinicId, userIds);
    for (const patient of removed) this.news.permissionsChanged(manager, patient, patient.permissions, []);
    await recordDeletions(manager, { clinicId, kind: 'patient', userIds, deletedBy });
    await this.news.clinicLostAccess(manager, clinicId);
    this.news.patientsChanged(manager, clinicId, userIds);
    this.news.patientCountChanged(manager, clinicId);
  }

  /** Removes patients from a clinic with all of their data there, without notifying anyone. Their accounts stay. */
  async takeOut(manager: EntityManager, clinicId: string, userIds: readonly string[]): Promise<void> {
    // No calculation copies a summary to the clinic meanwhile.
    await this.parts.accountLocks.lock(manager, userIds);
    for (let start = 0; start < userIds.length; start += idsAtOnce) {
      const some = userIds.slice(start, start + idsAtOnce);
      const ofPatients = { clinicId, userId: In(some) };
      for (const entity of thingsOfPatients) await manager.delete(entity, ofPatients);
      await this.parts.healthRecordExchange.patientsLeft(manager, clinicId, some);
      await manager.delete(PatientEntity, ofPatients);
    }
  }
}

/** Those who are patients of a clinic, with its permissions on their accounts. */
async function findPatients(
  manager: EntityManager,
  clinicId: string,
  userIds: readonly string[],
): Promise<Pick<PatientEntity, 'clinicId' | 'userId' | 'permissions'>[]> {
  const found: PatientEntity[] = [];
  for (let start = 0; start < userIds.length; start += idsAtOnce) {
    const ofPatients = { clinicId, userId: In(userIds.slice(start, start + idsAtOnce)) };
    const select = { clinicId: true, userId: true, permissions: true, id: true } as const;
    found.push(...(await manager.find(PatientEntity, { select, where: ofPatients })));
  }
  return found;
}
