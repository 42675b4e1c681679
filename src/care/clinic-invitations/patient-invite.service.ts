import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { ConfirmationEntity } from '../../identity/confirmations/confirmation.entity';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { Database } from '../../platform/database/database';
import { conflict, notFound, wrongState } from '../../platform/errors';
import { assertAccountId } from '../../platform/rules/identifiers';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { ClinicEntity } from '../clinics/clinic.entity';
import type { ClinicService } from '../clinics/clinic.service';
import type { InviteKey } from './clinician-invite.service';
import type { ClinicianService } from '../clinics/people/clinician.service';
import { lockClinic, noSuchClinic } from '../clinics/lock-clinic';
import { noSuchPatient } from '../patients/lock-patient';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { PatientRecord } from '../patients/patient-records';
import type { PatientFields } from '../patients/patient-fields';
import { assertOpensData, givenByPatients, type PatientPermission } from '../patients/patient-permission';
import type { PatientService } from '../patients/patient.service';
import { patientInvitationMail } from './invitation-mails';
import { declareCreated } from '../../platform/database/created';

interface PatientInviteSettings {
  webUrl: string;
  /** Seconds. */
  lifetime: number;
}

const type = 'careteam_invitation';
const mostMails = 100;

/** Only one invitation per person and clinic can be open. */
export const invitesOnce = (patientId: string, clinicId: string): string[] => [type, patientId, clinicId];

const notAnswerable = () => wrongState('The invitation can no longer be answered.');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  metadata: MetadataService;
  clinics: ClinicService;
  clinicians: ClinicianService;
  patients: PatientService;
  patientDirectory: PatientDirectory;
  confirmationRecords: ConfirmationRecords;
  requestedMails: RequestedMails;
  clinicNews: ClinicNews;
}

/** Invitations from people to clinics to view their data. */
export class PatientInviteService {
  constructor(
    private readonly parts: Parts,
    private readonly settings: PatientInviteSettings,
  ) {}

  /**
   * Invites the clinic with a share code. Throws if there is none, and a conflict when it already has the patient,
   * or an open invitation.
   *
   * @param senderId account that acts, which may be a custodian of the patient; null for trusted servers
   */
  async send(
    patientId: string,
    { shareCode, permissions }: { shareCode: string; permissions: readonly PatientPermission[] },
    senderId: string | null,
  ): Promise<ConfirmationEntity> {
    assertAccountId('userId', patientId);
    assertOpensData(permissions);
    const found = await this.parts.clinics.findByShareCode(shareCode);
    if (!found) throw noSuchClinic();
    const [[admins = []], [patientName = null]] = await Promise.all([
      this.parts.clinicians.admins([found.id]),
      this.parts.metadata.displayNames([patientId]),
    ]);
    const addresses = admins.flatMap(({ email }) => email ?? []).slice(0, mostMails);
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, found.id);
      if (await this.parts.patientDirectory.exists(manager, { clinicId: clinic.id, userId: patientId }))
        throw conflict('The account is already a patient of the clinic.').about('shareCode');
      const invite = await this.parts.confirmationRecords.add(manager, {
        type,
        email: '',
        creatorId: patientId,
        clinicId: clinic.id,
        context: Object.fromEntries(permissions.map((name) => [name, {}])),
        lifetime: this.settings.lifetime,
        exclusive: invitesOnce(patientId, clinic.id),
      });
      await this.tellAdmins(manager, clinic, addresses, { patientName, senderId });
      this.parts.clinicNews.invitationsChanged(manager, clinic.id);
      declareCreated(manager, invite.key);
      return invite;
    });
  }

  private async tellAdmins(
    manager: EntityManager,
    { name, suppressedNotifications }: ClinicEntity,
    addresses: readonly string[],
    { patientName, senderId }: { patientName: string | null; senderId: string | null },
  ): Promise<void> {
    if (suppressedNotifications?.patientClinicInvitation) return;
    for (const to of addresses) {
      const mail = patientInvitationMail({ webUrl: this.settings.webUrl, to, clinicName: name, patientName });
      await this.parts.requestedMails.offer(manager, mail, senderId);
    }
  }

  /** Open invitations to each of these clinics, including expired ones, newest first. For loaders. */
  readonly ofClinics = async (clinicIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const open = await this.parts.confirmationRecords.find({
      type,
      status: 'pending',
      clinicId: In([...clinicIds]),
    });
    return clinicIds.map((id) => open.filter(({ clinicId }) => clinicId === id));
  };

  /** Senders of invitations by key; null for unknown keys. For loaders. */
  readonly findSenders = async (keys: readonly string[]): Promise<(string | null)[]> => {
    const found = await this.parts.confirmationRecords.findMany(keys);
    return found.map((invite) =>
      invite?.type === type && invite.clinicId !== null ? invite.creatorId : null,
    );
  };

  /**
   * Makes the sender of an invitation a patient, with the clinic's corrections. Throws when the invitation does not
   * exist, a refusal when it is not open, and when the record number breaks the rules of the clinic.
   */
  async accept({ clinicId, key }: InviteKey, fields: PatientFields): Promise<PatientRecord> {
    const [found] = await this.parts.confirmationRecords.findMany([key]);
    const userId = found?.creatorId;
    if (found?.type !== type || found.clinicId !== clinicId || !userId)
      throw notFound('There is no such invitation.').about('key');
    if (found.status !== 'pending') throw notAnswerable();
    const ownFacts = await this.parts.patients.facts(userId);
    await this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      const invite = await this.parts.confirmationRecords.lock(manager, key);
      if (invite?.status !== 'pending') throw notAnswerable();
      const isPatient = await this.parts.patientDirectory.exists(manager, { clinicId, userId });
      const permissions = givenByPatients.filter((name) => Object.hasOwn(invite.context ?? {}, name));
      if (!isPatient)
        await this.parts.patients.addWithin(manager, clinic, userId, ownFacts, { ...fields, permissions });
      await this.parts.confirmationRecords.end(manager, invite, 'completed');
      this.parts.clinicNews.invitationsChanged(manager, clinicId);
    });
    const record = await this.parts.patientDirectory.find({ clinicId, userId });
    if (!record) throw noSuchPatient();
    return record;
  }

  /**
   * Ends an invitation: the clinic declines it, or its sender cancels it. Throws a refusal if it is not open.
   *
   * @param userId the account that ends it; null for trusted servers
   */
  end({ clinicId, key }: InviteKey, userId: string | null): Promise<ConfirmationEntity> {
    return this.parts.database.transaction(async (manager) => {
      const invite = await this.parts.confirmationRecords.lock(manager, key);
      const isEndable = invite?.status === 'pending' || invite?.status === 'declined';
      if (invite?.type !== type || invite.clinicId !== clinicId || !isEndable) throw notAnswerable();
      const status = invite.creatorId === userId ? 'canceled' : 'declined';
      await this.parts.confirmationRecords.end(manager, invite, status);
      this.parts.clinicNews.invitationsChanged(manager, clinicId);
      return Object.assign(invite, { status });
    });
  }
}
