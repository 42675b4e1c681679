import type { EntityManager } from 'typeorm';
import type { ClinicNews } from './clinic-news.service';
import { recordDeletions } from './record-deletions';
import { findPatients, removePatients } from './remove-patients';

/** How patients leave clinics, whoever it is that ends it. */
export class PatientRemoval {
  constructor(private readonly news: ClinicNews) {}

  /**
   * Takes patients out of a clinic. It is kept who did it, and whatever the clinic's people are listening to is
   * checked again.
   *
   * @param deletedBy who does it; null for trusted servers
   */
  async remove(
    manager: EntityManager,
    clinicId: string,
    userIds: readonly string[],
    deletedBy: string | null,
  ): Promise<void> {
    if (userIds.length === 0) return;
    const removed = await findPatients(manager, clinicId, userIds);
    await removePatients(manager, clinicId, userIds);
    for (const patient of removed) this.news.permissionsChanged(manager, patient, patient.permissions, []);
    await recordDeletions(manager, { clinicId, kind: 'patient', userIds, deletedBy });
    await this.news.clinicLostAccess(manager, clinicId);
    this.news.patientsChanged(manager, clinicId, userIds);
    this.news.patientCountChanged(manager, clinicId);
  }
}
