import { IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import { lockRows } from '../../../platform/database/lock-rows';
import { conflict, unprocessable } from '../../../platform/errors';
import { assertAddress } from './clinician-fields';
import { isAdmin } from './clinician-role';
import { ClinicianEntity } from './clinician.entity';
import { searchableTexts } from '../../../platform/folding';
import { findLocked, lockClinicsOf } from '../lock-clinic';
import type { ConnectionInvitations } from '../connections/connection-invitations';
import { derivedColumns } from '../patients/patient-row';
import { PatientEntity } from '../patients/patient.entity';
import type { ClinicNews } from '../clinic-news.service';
import type { PatientRemoval } from '../patients/patient-removal.service';
import { recordDeletions } from '../record-deletions';

/** A deleted account. */
interface Gone {
  userId: string;
  email: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
}

/** Effects of account changes on clinics. */
export class UserClinicsService {
  constructor(
    private readonly database: Database,
    private readonly removal: PatientRemoval,
    private readonly connections: ConnectionInvitations,
    private readonly news: ClinicNews,
  ) {}

  /**
   * Updates the address of an account in all clinics where it works or is a patient. Without an address, it is only
   * cleared for patients. Throws when another clinician of a clinic has the address.
   */
  async changeAddress(userId: string, given: string | null): Promise<void> {
    if (given !== null) assertAddress(given);
    await this.database.transaction((manager) =>
      this.changeAddressWithin(manager, userId, given, unprocessable),
    );
  }

  /** `changeAddress` within a larger transaction. `refusal` creates the error to throw; by default a conflict. */
  async changeAddressWithin(
    manager: EntityManager,
    userId: string,
    given: string | null,
    refusal: (detail: string) => Error = conflict,
  ): Promise<void> {
    const email = given?.toLowerCase() ?? null;
    const time = { updatedTime: now() };
    for (const patient of await lockRows(this.database, manager, PatientEntity, { userId })) {
      const set = { email, ...derivedColumns({ ...patient, email }), ...time };
      await manager.update(PatientEntity, { clinicId: patient.clinicId, userId }, set);
      if (email !== patient.email) await this.connections.resend(manager, patient, email);
      this.news.patientsChanged(manager, patient.clinicId, [userId]);
    }
    if (email === null) return;
    for (const { clinicId, id, name } of await lockRows(this.database, manager, ClinicianEntity, {
      userId,
    })) {
      try {
        const set = { email, searchText: searchableTexts(name, email), ...time };
        await manager.update(ClinicianEntity, { clinicId, id }, set);
      } catch (error) {
        throw isDuplicateKey(error)
          ? refusal("The address belongs to another person in one of the account's clinics.")
          : error;
      }
    }
  }

  /**
   * Removes an account from all clinics, as patient and as clinician. A clinic without another administrator keeps
   * only those patients whose accounts it manages.
   */
  async remove(userId: string): Promise<void> {
    await this.database.transaction((manager) => this.removeWithin(manager, userId));
  }

  /** `remove` for a deleted account. Invitations to its address end. */
  async forgetAccount({ userId, email, deletedTime }: Gone): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.removeWithin(manager, userId);
      if (email === null) return;
      // The next owner of the address is invited separately.
      const createdTime = LessThanOrEqual(deletedTime);
      await manager.delete(ClinicianEntity, { email, userId: IsNull(), createdTime });
    });
  }

  private async removeWithin(manager: EntityManager, userId: string): Promise<void> {
    for (const clinicId of await lockClinicsOf(this.database, manager, userId)) {
      await this.removal.remove(manager, clinicId, [userId], null);
    }
    for (const { clinicId } of await manager.findBy(ClinicianEntity, { userId })) {
      await findLocked(this.database, manager, clinicId);
      // The current state: it may have changed before the clinic was locked.
      const clinician = await manager.findOneBy(ClinicianEntity, { clinicId, userId });
      if (!clinician) continue;
      await manager.delete(ClinicianEntity, { clinicId, id: clinician.id });
      await recordDeletions(manager, { clinicId, kind: 'clinician', userIds: [userId], deletedBy: null });
      this.news.clinicianLostAccess(manager, userId);
      if (isAdmin(clinician.roles)) await this.releasePatients(manager, clinicId);
    }
  }

  /** Removes patients with accounts of their own, unless there is an administrator. */
  private async releasePatients(manager: EntityManager, clinicId: string): Promise<void> {
    const others = await manager.findBy(ClinicianEntity, { clinicId, userId: Not(IsNull()) });
    if (others.some(({ roles }) => isAdmin(roles))) return;
    const patients = await manager.findBy(PatientEntity, { clinicId });
    const released = patients.filter(({ permissions }) => !permissions.includes('custodian'));
    await this.removal.remove(
      manager,
      clinicId,
      released.map(({ userId }) => userId),
      null,
    );
  }
}
