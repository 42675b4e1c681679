import { Not, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { AccountDeletionService } from '../auth/account-deletion.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { DataSetService } from '../data/data-set.service';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../outbox/outbox.service';
import { PatientEntity } from './patient.entity';
import type { UserClinicsService } from './user-clinics.service';

/** Topic of the outbox: the owner of an account may have to be asked once more to take it over. */
export const claimReminderTopic = 'claim-reminder';

/** Which mail is repeated. */
export interface ClaimReminder {
  key: string;
}

/** The accounts that clinics have opened and manage until their owners take them over. */
export class CustodialPatients {
  constructor(
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly confirmations: ConfirmationService,
    private readonly deletions: AccountDeletionService,
    private readonly dataSets: DataSetService,
    private readonly clinics: UserClinicsService,
    private readonly outbox: OutboxService,
    /** Milliseconds after which owners are asked once more; 0 for never. */
    private readonly reminderDelay: number,
  ) {}

  /** Writes what the clinic knows into the profile of the account; what else stands there stays. */
  async writeProfile(manager: EntityManager, patient: PatientEntity): Promise<void> {
    const { userId, fullName, birthDate, email, mrn, targetDevices, diagnosisType } = patient;
    await this.metadata.patchWithin(manager, userId, 'profile', {
      fullName,
      email,
      'patient.birthday': birthDate,
      'patient.mrn': mrn,
      'patient.targetDevices': targetDevices,
      'patient.emails': email === null ? null : [email],
      'patient.diagnosisType': diagnosisType,
    });
  }

  /** Asks the owner of the account to take it over, when an address is known, and once more later. */
  async invite(manager: EntityManager, { clinicId, userId, invitedBy }: PatientEntity): Promise<void> {
    const key = await this.confirmations.inviteToClaim(manager, userId, { clinicId, creatorId: invitedBy });
    if (key === null || this.reminderDelay === 0) return;
    const reminder: ClaimReminder = { key };
    await this.outbox.add(manager, claimReminderTopic, reminder, this.reminderDelay);
  }

  /**
   * Gives the account the address that the clinic knows, or none, and asks its owner anew. Other clinics learn it, too.
   * Throws a conflict when the address belongs to somebody.
   */
  async changeAddress(manager: EntityManager, patient: PatientEntity): Promise<void> {
    const { userId, email } = patient;
    await this.accounts.updateWithin(manager, userId, { emails: email === null ? [] : [email] });
    await this.clinics.changeAddressWithin(manager, userId, email);
    await this.invite(manager, patient);
  }

  /**
   * Nobody manages the account of a patient who was removed. Without data it is deleted; with data it stays, and its
   * address is free for an account of the owner's own. An account that its owner has taken over, or that is a patient
   * elsewhere, is left alone.
   */
  async abandon(manager: EntityManager, { clinicId, userId, fullName }: PatientEntity): Promise<void> {
    if (await manager.existsBy(PatientEntity, { userId, clinicId: Not(clinicId) })) return;
    const user = await this.accounts.lock(manager, userId);
    if (!this.accounts.isUnclaimed(user)) return;
    if (!(await this.dataSets.hasData(manager, userId))) {
      await this.deletions.deleteWithin(manager, userId, fullName);
      return;
    }
    await this.accounts.updateWithin(manager, userId, { emails: [] });
    await this.confirmations.inviteToClaim(manager, userId, { clinicId: null, creatorId: null });
  }
}
