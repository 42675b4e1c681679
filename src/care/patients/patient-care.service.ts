import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { Database } from '../../platform/database/database';
import { conflict, notFound } from '../../platform/errors';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { CustodialPatients } from './custodial-patients.service';
import { lockClinic } from '../clinics/lock-clinic';
import { lockPatient, noSuchPatient } from './lock-patient';
import type { PatientCopies } from './patient-copies.service';
import type { PatientDirectory, PatientKey } from './patient-directory.service';
import type { PatientRecord } from './patient-records';
import { patientPermissions, type PatientPermission } from './patient-permission';
import { PatientEntity, type PatientReview } from './patient.entity';
import { senderToPatient } from './sender-to-patient';
import { uploadReminderMail } from './upload-reminder-mail';
import type { PatientRemoval } from './patient-removal.service';
import { declareCreated } from '../../platform/database/created';

const keptReviews = 2;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  patientCopies: PatientCopies;
  patientDirectory: PatientDirectory;
  custodialPatients: CustodialPatients;
  patientRemoval: PatientRemoval;
  clinicNews: ClinicNews;
  requestedMails: RequestedMails;
}

/** The relationship of a clinic and a patient: permissions, reviews, reminders, removal. */
export class PatientCareService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /**
   * Removes a patient from a clinic, with immediate effect on its access. Throws if the patient does not exist.
   *
   * @param deletedBy the account that does it
   */
  async remove(key: PatientKey, deletedBy: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await lockClinic(this.parts.database, manager, key.clinicId);
      const patient = await lockPatient(this.parts.database, manager, key);
      await this.parts.patientRemoval.remove(manager, key.clinicId, [key.userId], deletedBy);
      await this.parts.custodialPatients.abandon(manager, patient);
    });
  }

  /**
   * Replaces the permissions of a clinic on its patient's account; without any, the patient is removed. Returns the
   * remaining ones. Custody cannot be granted. Throws if the patient does not exist.
   */
  async setPermissions(key: PatientKey, wanted: readonly PatientPermission[]): Promise<PatientPermission[]> {
    return this.changePermissions(key, key.userId, () =>
      wanted.filter((permission) => permission !== 'custodian'),
    );
  }

  /**
   * Revokes one permission from a clinic; without any left, the patient is removed. Returns the remaining ones. Throws
   * when the clinic does not hold it.
   *
   * @param changedBy the account that does it; null for trusted servers
   */
  async removePermission(
    key: PatientKey,
    revoked: PatientPermission,
    changedBy: string | null,
  ): Promise<PatientPermission[]> {
    return this.changePermissions(key, changedBy, (held) => {
      if (!held.includes(revoked))
        throw notFound('The clinic does not hold this permission.').about('permission');
      return held.filter((permission) => permission !== revoked);
    });
  }

  private changePermissions(
    key: PatientKey,
    changedBy: string | null,
    change: (held: readonly PatientPermission[]) => readonly PatientPermission[],
  ): Promise<PatientPermission[]> {
    return this.parts.database.transaction(async (manager) => {
      await lockClinic(this.parts.database, manager, key.clinicId);
      const { permissions } = await lockPatient(this.parts.database, manager, key);
      const wanted = change(permissions);
      const kept = patientPermissions.filter((permission) => wanted.includes(permission));
      if (kept.length === 0) {
        await this.parts.patientRemoval.remove(manager, key.clinicId, [key.userId], changedBy);
        return kept;
      }
      await this.set(manager, key, { permissions: kept, updatedTime: now() });
      await this.parts.patientCopies.followPermissions(manager, key, permissions, kept);
      this.parts.clinicNews.permissionsChanged(manager, key, permissions, kept);
      if (permissions.some((permission) => !kept.includes(permission)))
        await this.parts.clinicNews.clinicLostAccess(manager, key.clinicId);
      return kept;
    });
  }

  /** Records a review of the patient's data by a member of the clinic. Returns the last reviews, newest first. */
  review(key: PatientKey, clinicianId: string): Promise<PatientReview[]> {
    return this.changeReviews(key, (reviews) =>
      [{ clinicianId, time: now() }, ...reviews].slice(0, keptReviews),
    );
  }

  /** Removes the newest review. Throws if there is none, and a conflict when it is somebody else's. */
  revertReview(key: PatientKey, clinicianId: string): Promise<PatientReview[]> {
    return this.changeReviews(key, ([newest, ...older]) => {
      if (!newest) throw notFound('The patient has no reviews.');
      if (newest.clinicianId !== clinicianId) throw conflict('The last review is by somebody else.');
      return older;
    });
  }

  private changeReviews(
    key: PatientKey,
    change: (reviews: PatientReview[]) => PatientReview[],
  ): Promise<PatientReview[]> {
    return this.parts.database.transaction(async (manager) => {
      const patient = await lockPatient(this.parts.database, manager, key);
      const reviews = change(patient.reviews);
      await this.set(manager, key, { reviews, lastReviewedTime: reviews[0]?.time ?? null });
      return reviews;
    });
  }

  /**
   * Asks the patient by mail to upload data, if an address is known. Throws when the patient does not exist, and
   * when the address has received too many mails, or who asks has sent too many.
   *
   * @param askerId the account that asks for it; null for trusted servers
   */
  async remind(key: PatientKey, askerId: string | null): Promise<PatientRecord> {
    const [user] = await this.parts.accounts.findMany([key.userId]);
    await this.parts.database.transaction(async (manager) => {
      const { name } = await lockClinic(this.parts.database, manager, key.clinicId);
      const patient = await lockPatient(this.parts.database, manager, key);
      await this.set(manager, key, { lastUploadReminderTime: now() });
      declareCreated(manager, key.userId);
      if (!user?.email) return;
      const mail = uploadReminderMail({
        webUrl: this.webUrl,
        to: user.email,
        clinicName: name,
        patientName: patient.fullName,
      });
      await this.parts.requestedMails.send(manager, mail, senderToPatient(patient), askerId);
    });
    const record = await this.parts.patientDirectory.find(key);
    if (!record) throw noSuchPatient();
    return record;
  }

  private async set(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    set: Partial<PatientEntity>,
  ): Promise<void> {
    await manager.update(PatientEntity, { clinicId, userId }, set);
    this.parts.clinicNews.patientsChanged(manager, clinicId, [userId]);
  }
}
