import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import type { ConfirmationRecords } from '../confirmations/confirmation-records.service';
import type { ConfirmationEntity } from '../confirmations/confirmation.entity';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import type { Database } from '../database/database';
import { conflict, notFound, wrongState } from '../errors';
import { assertAccountId } from '../rules/identifiers';
import type { MetadataService } from '../metadata/metadata.service';
import { patientInvitationMail } from './clinic-mails';
import type { ClinicNews } from './clinic-news.service';
import type { ClinicEntity } from './clinic.entity';
import type { ClinicService } from './clinic.service';
import type { InviteKey } from './clinician-invite.service';
import type { ClinicianService } from './clinician.service';
import { lockClinic, noSuchClinic } from './lock-clinic';
import { noSuchPatient } from './lock-patient';
import type { PatientDirectory } from './patient-directory.service';
import type { PatientRecord } from './patient-records';
import type { PatientFields } from './patient-fields';
import { assertOpensData, givenByPatients, type PatientPermission } from './patient-permission';
import type { PatientService } from './patient.service';
import { PatientEntity } from './patient.entity';

interface PatientInviteSettings {
  webUrl: string;
  /** Seconds. */
  lifetime: number;
}

const type = 'careteam_invitation';
const mostMails = 100;

/** Of several open invitations of somebody to a clinic there is only one. */
export const invitesOnce = (patientId: string, clinicId: string): string[] => [type, patientId, clinicId];

const notAnswerable = () => wrongState('The invitation cannot be answered any more.');

/** Invitations of people to clinics to look at their data. */
export class PatientInviteService {
  constructor(
    private readonly database: Database,
    private readonly metadata: MetadataService,
    private readonly clinics: ClinicService,
    private readonly clinicians: ClinicianService,
    private readonly patients: PatientService,
    private readonly directory: PatientDirectory,
    private readonly records: ConfirmationRecords,
    private readonly mails: RequestedMails,
    private readonly news: ClinicNews,
    private readonly settings: PatientInviteSettings,
  ) {}

  /**
   * Invites the clinic that a share code finds. Throws when there is none, and a conflict when it has the patient
   * already, or an open invitation.
   */
  async send(
    patientId: string,
    { shareCode, permissions }: { shareCode: string; permissions: readonly PatientPermission[] },
  ): Promise<ConfirmationEntity> {
    assertAccountId('userId', patientId);
    assertOpensData(permissions);
    const found = await this.clinics.findByShareCode(shareCode);
    if (!found) throw noSuchClinic();
    const [[admins = []], [patientName = null]] = await Promise.all([
      this.clinicians.admins([found.id]),
      this.metadata.displayNames([patientId]),
    ]);
    const addresses = admins.flatMap(({ email }) => email ?? []).slice(0, mostMails);
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, found.id);
      if (await manager.existsBy(PatientEntity, { clinicId: clinic.id, userId: patientId }))
        throw conflict('The account is a patient of the clinic already.');
      const invite = await this.records.add(manager, {
        type,
        email: '',
        creatorId: patientId,
        clinicId: clinic.id,
        context: Object.fromEntries(permissions.map((name) => [name, {}])),
        lifetime: this.settings.lifetime,
        exclusive: invitesOnce(patientId, clinic.id),
      });
      await this.tellAdmins(manager, clinic, addresses, { patientId, patientName });
      this.news.invitationsChanged(manager, clinic.id);
      return invite;
    });
  }

  private async tellAdmins(
    manager: EntityManager,
    { name, suppressedNotifications }: ClinicEntity,
    addresses: readonly string[],
    { patientId, patientName }: { patientId: string; patientName: string | null },
  ): Promise<void> {
    if (suppressedNotifications?.patientClinicInvitation) return;
    for (const to of addresses) {
      const mail = patientInvitationMail({ webUrl: this.settings.webUrl, to, clinicName: name, patientName });
      await this.mails.offer(manager, mail, patientId);
    }
  }

  /** The open invitations of each of these clinics, expired ones among them, the newest first. For loaders. */
  readonly ofClinics = async (clinicIds: readonly string[]): Promise<ConfirmationEntity[][]> => {
    const open = await this.records.find({ type, status: 'pending', clinicId: In([...clinicIds]) });
    return clinicIds.map((id) => open.filter(({ clinicId }) => clinicId === id));
  };

  /** Who has sent the invitations of these keys; null for a key that there is not. For loaders. */
  readonly sendersOf = async (keys: readonly string[]): Promise<(string | null)[]> => {
    const found = await this.records.findMany(keys);
    return found.map((invite) =>
      invite?.type === type && invite.clinicId !== null ? invite.creatorId : null,
    );
  };

  /**
   * Makes whoever has sent an invitation a patient, with what the clinic knows better. Throws when there is no such
   * invitation, a refusal when it is not open, and when the record number breaks the rules of the clinic.
   */
  async accept({ clinicId, key }: InviteKey, fields: PatientFields): Promise<PatientRecord> {
    const [found] = await this.records.findMany([key]);
    const userId = found?.creatorId;
    if (found?.type !== type || found.clinicId !== clinicId || !userId)
      throw notFound('There is no such invitation.');
    if (found.status !== 'pending') throw notAnswerable();
    const told = await this.patients.facts(userId);
    await this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      const invite = await this.records.lock(manager, key);
      if (invite?.status !== 'pending') throw notAnswerable();
      const isPatient = await manager.existsBy(PatientEntity, { clinicId, userId });
      const permissions = givenByPatients.filter((name) => Object.hasOwn(invite.context ?? {}, name));
      if (!isPatient)
        await this.patients.addWithin(manager, clinic, userId, told, { ...fields, permissions });
      await this.records.end(manager, invite, 'completed');
      this.news.invitationsChanged(manager, clinicId);
    });
    const record = await this.directory.find({ clinicId, userId });
    if (!record) throw noSuchPatient();
    return record;
  }

  /**
   * Ends an invitation: it is declined by the clinic, or called off by who has sent it. Throws a refusal when there is
   * nothing to end.
   *
   * @param userId who ends it; null for trusted servers
   */
  end({ clinicId, key }: InviteKey, userId: string | null): Promise<ConfirmationEntity> {
    return this.database.transaction(async (manager) => {
      const invite = await this.records.lock(manager, key);
      const isEndable = invite?.status === 'pending' || invite?.status === 'declined';
      if (invite?.type !== type || invite.clinicId !== clinicId || !isEndable) throw notAnswerable();
      const status = invite.creatorId === userId ? 'canceled' : 'declined';
      await this.records.end(manager, invite, status);
      this.news.invitationsChanged(manager, clinicId);
      return Object.assign(invite, { status });
    });
  }
}
