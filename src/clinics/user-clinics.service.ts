import { IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { lockRows } from '../database/lock-rows';
import { conflict, unprocessable } from '../errors';
import { assertAddress } from './clinician-fields';
import { isAdmin } from './clinician-role';
import { ClinicianEntity } from './clinician.entity';
import { searchableTexts } from './folding';
import { findLocked, lockClinicsOf } from './lock-clinic';
import type { ConnectionInvitations } from './connections/connection-invitations';
import { derivedColumns } from './patient-row';
import { PatientEntity } from './patient.entity';
import type { ClinicNews } from './clinic-news.service';
import type { PatientRemoval } from './patient-removal.service';
import { recordDeletions } from './record-deletions';

/** An account that is gone. */
interface Gone {
  userId: string;
  email: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
}

/** What changes of accounts mean to the clinics that know them. */
export class UserClinicsService {
  constructor(
    private readonly database: Database,
    private readonly removal: PatientRemoval,
    private readonly connections: ConnectionInvitations,
    private readonly news: ClinicNews,
  ) {}

  /**
   * Notes the new address of an account in all clinics where it works or is a patient. Without one, it is taken from
   * the patients only. Throws when another clinician of a clinic has the address.
   */
  async changeAddress(userId: string, given: string | null): Promise<void> {
    if (given !== null) assertAddress(given);
    await this.database.transaction((manager) =>
      this.changeAddressWithin(manager, userId, given, unprocessable),
    );
  }

  /** `changeAddress` as a part of a larger change. `refusal` makes the error that is thrown; a conflict when absent. */
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
          ? refusal('Somebody else of a clinic of the account has the address.')
          : error;
      }
    }
  }

  /**
   * Takes an account out of all clinics: it is neither patient nor clinician any more. A clinic where nobody else is in
   * charge keeps only those patients whose accounts it manages.
   */
  async remove(userId: string): Promise<void> {
    await this.database.transaction((manager) => this.removeWithin(manager, userId));
  }

  /** `remove` for an account that is gone. Nobody at its address is invited any more. */
  async forgetAccount({ userId, email, deletedTime }: Gone): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.removeWithin(manager, userId);
      if (email === null) return;
      // Whoever has the address next is invited anew.
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
      // As it stands now: it may have changed until the clinic could be locked.
      const clinician = await manager.findOneBy(ClinicianEntity, { clinicId, userId });
      if (!clinician) continue;
      await manager.delete(ClinicianEntity, { clinicId, id: clinician.id });
      await recordDeletions(manager, { clinicId, kind: 'clinician', userIds: [userId], deletedBy: null });
      this.news.clinicianLostAccess(manager, userId);
      if (isAdmin(clinician.roles)) await this.releasePatients(manager, clinicId);
    }
  }

  /** Lets the patients go who have accounts of their own, unless somebody is in charge. */
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
