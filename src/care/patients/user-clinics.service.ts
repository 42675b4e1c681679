import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { TakenAccount } from '../../platform/composition/area';
import type { Database } from '../../platform/database/database';
import { lockRows } from '../../platform/database/lock-rows';
import { conflict, unprocessable, type ApiError } from '../../platform/errors';
import { assertAddress } from '../clinics/people/clinician-fields';
import type { MemberAccounts, MemberRecord } from '../clinics/people/member-accounts.service';
import { lockClinicsWithPatient } from './lock-patient';
import type { ConnectionInvitations } from './connections/connection-invitations';
import { derivedColumns } from './patient-fields';
import { PatientEntity } from './patient.entity';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { PatientRemoval } from './patient-removal.service';

/** A deleted account. */
interface Gone {
  userId: string;
  email: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
}

/** The records of an account that clinics have lost. */
interface Removed {
  /** The clinics that it was a patient of. */
  clinicIds: readonly string[];
  members: readonly MemberRecord[];
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  clinicNews: ClinicNews;
  connectionInvitations: ConnectionInvitations;
  memberAccounts: MemberAccounts;
  patientRemoval: PatientRemoval;
}

/** Effects of account changes on clinics. */
export class UserClinicsService {
  constructor(private readonly parts: Parts) {}

  /**
   * Updates the address of an account in all clinics where it works or is a patient. Without an address, it is only
   * cleared for patients. Throws when another clinician of a clinic has the address.
   */
  async changeAddress(userId: string, given: string | null): Promise<void> {
    if (given !== null) assertAddress(given);
    await this.parts.database.transaction((manager) =>
      this.changeAddressWithin(manager, userId, given, unprocessable),
    );
  }

  /** `changeAddress` within a larger transaction. `refusal` creates the error to throw; by default a conflict. */
  async changeAddressWithin(
    manager: EntityManager,
    userId: string,
    given: string | null,
    refusal: (detail: string) => ApiError = conflict,
  ): Promise<void> {
    const email = given?.toLowerCase() ?? null;
    const time = { updatedTime: now() };
    for (const patient of await lockRows(this.parts.database, manager, PatientEntity, { userId })) {
      const set = { email, ...derivedColumns({ ...patient, email }), ...time };
      await manager.update(PatientEntity, { clinicId: patient.clinicId, userId }, set);
      if (email !== patient.email) await this.parts.connectionInvitations.resend(manager, patient, email);
      this.parts.clinicNews.patientsChanged(manager, patient.clinicId, [userId]);
    }
    if (email === null) return;
    await this.parts.memberAccounts.changeAddress(manager, userId, email, refusal);
  }

  /**
   * Removes an account from all clinics, as patient and as clinician. A clinic without another administrator keeps
   * only those patients whose accounts it manages. Returns where the account was a patient or a member.
   */
  async remove(userId: string): Promise<Removed> {
    return this.parts.database.transaction((manager) => this.removeWithin(manager, userId));
  }

  /** `remove` for a deleted account. Invitations to its address end. */
  async forgetAccount({ userId, email, deletedTime }: Gone): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await this.removeWithin(manager, userId);
      if (email !== null) await this.parts.memberAccounts.endInvitations(manager, email, deletedTime);
    });
  }

  /** Removes an account as a patient from the clinics that it has joined until `takenTime`. */
  async endGiven({ userId, takenTime }: TakenAccount): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await lockClinicsWithPatient(this.parts.database, manager, userId);
      const joined = await manager.findBy(PatientEntity, { userId, createdTime: LessThanOrEqual(takenTime) });
      for (const { clinicId } of joined)
        await this.parts.patientRemoval.remove(manager, clinicId, [userId], null);
    });
  }

  private async removeWithin(manager: EntityManager, userId: string): Promise<Removed> {
    const clinicIds = await lockClinicsWithPatient(this.parts.database, manager, userId);
    for (const clinicId of clinicIds) {
      await this.parts.patientRemoval.remove(manager, clinicId, [userId], null);
    }
    const { members, abandoned } = await this.parts.memberAccounts.remove(manager, userId);
    for (const clinicId of abandoned) await this.releasePatients(manager, clinicId);
    return { clinicIds, members };
  }

  /** Removes patients with accounts of their own. */
  private async releasePatients(manager: EntityManager, clinicId: string): Promise<void> {
    const patients = await manager.findBy(PatientEntity, { clinicId });
    const released = patients.filter(({ permissions }) => !permissions.includes('custodian'));
    await this.parts.patientRemoval.remove(
      manager,
      clinicId,
      released.map(({ userId }) => userId),
      null,
    );
  }
}
