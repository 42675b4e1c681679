import { Not, type EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import type { AccountDeletionService } from '../../identity/auth/account-deletion.service';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import type { DataSetService } from '../../records/data/data-set.service';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { toAdditions, toProfile, type PatientFacts } from './patient-profile';
import { PatientEntity } from './patient.entity';
import type { UserClinicsService } from './user-clinics.service';

/** Outbox topic: the owner of an account may need another request to claim it. */
export const claimReminderTopic = 'claim-reminder';

/** The mail to repeat. */
export interface ClaimReminder {
  key: string;
}

const nobody = { clinicId: null, creatorId: null };

/** Dependencies of the class below. */
interface Parts {
  accounts: AccountService;
  metadata: MetadataService;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  accountDeletions: AccountDeletionService;
  dataSets: DataSetService;
  userClinics: UserClinicsService;
  outbox: OutboxService;
}

/** Accounts that clinics manage until their owners claim them. */
export class CustodialPatients {
  constructor(
    private readonly parts: Parts,
    /** Milliseconds after which owners are asked again; 0 for never. */
    private readonly reminderDelay: number,
  ) {}

  /** Whether a clinic manages the account of its patient: until it is claimed, which cannot happen in the meantime. */
  async manages(
    manager: EntityManager,
    { userId, permissions }: Pick<PatientEntity, 'userId' | 'permissions'>,
  ): Promise<boolean> {
    if (!permissions.includes('custodian')) return false;
    return this.parts.accounts.isUnclaimed(await this.parts.accounts.lock(manager, userId));
  }

  /**
   * Begins to manage an existing account as one that the clinic has created, unless it was claimed. Its profile gets what
   * the record adds.
   *
   * @param own what the record was filled from
   */
  async adopt(manager: EntityManager, patient: PatientEntity, own: PatientFacts): Promise<void> {
    if (!(await this.manages(manager, patient))) return;
    await this.parts.metadata.patchWithin(manager, patient.userId, 'profile', toAdditions(patient, own));
    await this.invite(manager, patient);
  }

  /** Copies the clinic's record into the profile of the account; other fields stay. */
  async writeProfile(manager: EntityManager, patient: PatientEntity): Promise<void> {
    await this.parts.metadata.patchWithin(manager, patient.userId, 'profile', toProfile(patient));
  }

  /** Asks the owner of the account to claim it, if an address is known, and again later. */
  async invite(manager: EntityManager, { clinicId, userId, invitedBy }: PatientEntity): Promise<void> {
    const key = await this.parts.confirmations.inviteToClaim(manager, userId, {
      clinicId,
      creatorId: invitedBy,
    });
    if (key === null || this.reminderDelay === 0) return;
    const reminder: ClaimReminder = { key };
    await this.parts.outbox.add(manager, claimReminderTopic, reminder, this.reminderDelay);
  }

  /**
   * Sets or clears the address of the account according to the clinic's record, and asks its owner again. Other
   * clinics get the address, too. Throws a conflict when it is taken.
   */
  async changeAddress(manager: EntityManager, patient: PatientEntity): Promise<void> {
    const { userId, email, invitedBy } = patient;
    await this.parts.accounts.updateWithin(manager, userId, { emails: email === null ? [] : [email] });
    await this.parts.userClinics.changeAddressWithin(manager, userId, email);
    // Whoever has created the account may be gone meanwhile.
    const [inviter] = await this.parts.accounts.findMany(invitedBy === null ? [] : [invitedBy]);
    await this.invite(manager, { ...patient, invitedBy: inviter?.id ?? null });
  }

  /**
   * Handles the managed account of a removed patient. Without data it is deleted; with data it stays, and its
   * address is free for the owner's own account. Accounts that were claimed, that the clinic did not manage, or that are
   * patients of other clinics, stay unchanged.
   */
  async abandon(manager: EntityManager, patient: PatientEntity): Promise<void> {
    const { clinicId, userId, fullName } = patient;
    if (!(await this.manages(manager, patient))) return;
    if (await manager.existsBy(PatientEntity, { userId, clinicId: Not(clinicId) })) return;
    if (!(await this.parts.dataSets.hasData(manager, userId))) {
      await this.parts.accountDeletions.deleteWithin(manager, userId, fullName);
      return;
    }
    await this.parts.accounts.updateWithin(manager, userId, { emails: [] });
    await this.parts.confirmations.inviteToClaim(manager, userId, nobody);
  }

  /**
   * Requests of a closed clinic stay valid: those to claim accounts are another clinic's that manages the account, those to
   * confirm addresses of claimed accounts nobody's. Requests to claim accounts that no clinic manages stay its own.
   */
  async clinicClosed(manager: EntityManager, clinicId: string): Promise<void> {
    const asked = { clinicId, type: 'signup_confirmation', status: 'pending' } as const;
    const found = await this.parts.confirmationRecords.find(asked, manager);
    for (const user of await this.parts.accounts.findMany(found.flatMap(({ userId }) => userId ?? []))) {
      if (!user) continue;
      const userId = user.id;
      const others = await manager.find(PatientEntity, { where: { userId }, order: { id: 'ASC' } });
      const custodian = others.find(({ permissions }) => permissions.includes('custodian'));
      const isUnclaimed = this.parts.accounts.isUnclaimed(user);
      if (isUnclaimed && !custodian) continue;
      const askers = isUnclaimed && custodian ? { ...nobody, clinicId: custodian.clinicId } : nobody;
      await this.parts.confirmationRecords.handOverSignups(manager, { clinicId, userId }, askers);
    }
  }
}
