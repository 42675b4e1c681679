import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import { now } from '../clock';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import type { Database } from '../database/database';
import { conflict, notFound } from '../errors';
import { uploadReminderMail } from './clinic-mails';
import type { ClinicNews } from './clinic-news.service';
import type { CustodialPatients } from './custodial-patients.service';
import { lockClinic } from './lock-clinic';
import { lockPatient, noSuchPatient } from './lock-patient';
import type { PatientDirectory, PatientKey } from './patient-directory.service';
import type { PatientRecord } from './patient-records';
import { patientPermissions, type PatientPermission } from './patient-permission';
import { PatientEntity, type PatientReview } from './patient.entity';
import { senderToPatient } from './sender-to-patient';
import type { PatientRemoval } from './patient-removal.service';

const keptReviews = 2;

/** What happens between a clinic and a patient: permissions, reviews, reminders, and the end of it. */
export class PatientCareService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly directory: PatientDirectory,
    private readonly custodial: CustodialPatients,
    private readonly removal: PatientRemoval,
    private readonly news: ClinicNews,
    private readonly mails: RequestedMails,
    private readonly webUrl: string,
  ) {}

  /**
   * Takes a patient out of a clinic; its access ends at once. Throws when there is no such patient.
   *
   * @param deletedBy who does it
   */
  async remove(key: PatientKey, deletedBy: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, key.clinicId);
      const patient = await lockPatient(this.database, manager, key);
      await this.removal.remove(manager, key.clinicId, [key.userId], deletedBy);
      if (patient.permissions.includes('custodian')) await this.custodial.abandon(manager, patient);
    });
  }

  /**
   * Lets a clinic do this, and nothing else, with the account of its patient; with nothing left the patient is removed.
   * Returns what is left. Custody cannot be given. Throws when there is no such patient.
   */
  async setPermissions(key: PatientKey, wanted: readonly PatientPermission[]): Promise<PatientPermission[]> {
    return this.changePermissions(key, key.userId, () =>
      wanted.filter((permission) => permission !== 'custodian'),
    );
  }

  /**
   * Takes one permission from a clinic; with nothing left the patient is removed. Throws when it does not hold it.
   *
   * @param changedBy who does it; null for trusted servers
   */
  async removePermission(
    key: PatientKey,
    revoked: PatientPermission,
    changedBy: string | null,
  ): Promise<void> {
    await this.changePermissions(key, changedBy, (held) => {
      if (!held.includes(revoked)) throw notFound('The clinic does not hold this permission.');
      return held.filter((permission) => permission !== revoked);
    });
  }

  private changePermissions(
    key: PatientKey,
    changedBy: string | null,
    change: (held: readonly PatientPermission[]) => readonly PatientPermission[],
  ): Promise<PatientPermission[]> {
    return this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, key.clinicId);
      const { permissions } = await lockPatient(this.database, manager, key);
      const wanted = change(permissions);
      const kept = patientPermissions.filter((permission) => wanted.includes(permission));
      if (kept.length === 0) {
        await this.removal.remove(manager, key.clinicId, [key.userId], changedBy);
        return kept;
      }
      await this.set(manager, key, { permissions: kept, updatedTime: now() });
      this.news.permissionsChanged(manager, key, permissions, kept);
      if (permissions.some((permission) => !kept.includes(permission)))
        await this.news.clinicLostAccess(manager, key.clinicId);
      return kept;
    });
  }

  /** Notes that somebody of the clinic has looked at the patient's data. Returns the last reviews, newest first. */
  review(key: PatientKey, clinicianId: string): Promise<PatientReview[]> {
    return this.changeReviews(key, (reviews) =>
      [{ clinicianId, time: now() }, ...reviews].slice(0, keptReviews),
    );
  }

  /** Takes back the newest review. Throws when there is none, and a conflict when it is somebody else's. */
  revertReview(key: PatientKey, clinicianId: string): Promise<PatientReview[]> {
    return this.changeReviews(key, ([newest, ...older]) => {
      if (!newest) throw notFound('The patient has no review.');
      if (newest.clinicianId !== clinicianId) throw conflict('The last review is by somebody else.');
      return older;
    });
  }

  private changeReviews(
    key: PatientKey,
    change: (reviews: PatientReview[]) => PatientReview[],
  ): Promise<PatientReview[]> {
    return this.database.transaction(async (manager) => {
      const patient = await lockPatient(this.database, manager, key);
      const reviews = change(patient.reviews);
      await this.set(manager, key, { reviews, lastReviewedTime: reviews[0]?.time ?? null });
      return reviews;
    });
  }

  /**
   * Asks the patient by mail to upload data, when an address is known. Throws when there is no such patient, and when
   * the address has got too many mails.
   */
  async remind(key: PatientKey): Promise<PatientRecord> {
    const [user] = await this.accounts.findMany([key.userId]);
    await this.database.transaction(async (manager) => {
      const { name } = await lockClinic(this.database, manager, key.clinicId);
      const patient = await lockPatient(this.database, manager, key);
      await this.set(manager, key, { lastUploadReminderTime: now() });
      if (!user?.email) return;
      const mail = uploadReminderMail({
        webUrl: this.webUrl,
        to: user.email,
        clinicName: name,
        patientName: patient.fullName,
      });
      await this.mails.send(manager, mail, senderToPatient(patient));
    });
    const record = await this.directory.find(key);
    if (!record) throw noSuchPatient();
    return record;
  }

  private async set(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    set: Partial<PatientEntity>,
  ): Promise<void> {
    await manager.update(PatientEntity, { clinicId, userId }, set);
    this.news.patientsChanged(manager, clinicId, [userId]);
  }
}
