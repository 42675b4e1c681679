import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { Database } from '../../platform/database/database';
import { badInput } from '../../platform/errors';
import { newClinicId } from '../../platform/ids';
import type { Mail } from '../../platform/mail/mailer';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { ClinicContents } from '../clinics/clinic-contents.service';
import type { PatientContents } from '../patients/patient-contents.service';
import type { ClinicEntity } from '../clinics/clinic.entity';
import type { ClinicService } from '../clinics/clinic.service';
import { isAdmin } from '../clinics/people/clinician-role';
import type { ClinicKeeper, MergePair } from '../clinics/ports';
import { lockClinic, noSuchClinic } from '../clinics/lock-clinic';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { MergedClinics } from '../patients/ports';
import { ClinicMergeEntity } from './clinic-merge.entity';
import { mergedAdminMail, mergedClinicianMail, mergedPatientMail } from './merge-mails';
import { moveInvitations } from './move-invitations';
import type { Workspace } from './workspace';
import { toHandover, planMerge, findRefusal, type MergePlan } from './merge-plan';

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  confirmationRecords: ConfirmationRecords;
  outbox: OutboxService;
  clinicNews: ClinicNews;
  clinics: ClinicService;
  clinicContents: ClinicContents;
  patientContents: PatientContents;
  patientDirectory: PatientDirectory;
}

/** Merges clinics. */
export class ClinicMergeService implements MergedClinics {
  constructor(
    private readonly parts: Parts,
    private readonly keepers: readonly ClinicKeeper[],
    private readonly webUrl: string,
  ) {}

  /** A preview of a merge. Throws when one of the clinics does not exist, and when they are the same. */
  async plan({ sourceId, targetId }: MergePair): Promise<MergePlan> {
    assertDifferent(sourceId, targetId);
    const { reader } = this.parts.database;
    const [source, target] = await this.parts.clinics.findMany([sourceId, targetId]);
    if (!source || !target) throw noSuchClinic().about(source ? 'targetId' : 'sourceId');
    return this.planWithin(reader, source, target);
  }

  private async planWithin(
    manager: EntityManager,
    source: ClinicEntity,
    target: ClinicEntity,
  ): Promise<MergePlan> {
    const read = async (clinic: ClinicEntity): Promise<Workspace> => ({
      ...(await this.parts.clinicContents.read(manager, clinic)),
      ...(await this.parts.patientContents.read(manager, clinic.id)),
    });
    return planMerge(await read(source), await read(target));
  }

  /**
   * Merges the source into the target, in one transaction. Throws what `plan` throws, when the plan prevents the
   * merge, a conflict when addresses of clinicians clash, and when there would be too many tags.
   */
  async merge({ sourceId, targetId }: MergePair): Promise<void> {
    assertDifferent(sourceId, targetId);
    await this.parts.database.transaction(async (manager) => {
      // In a fixed order, so that two merges never deadlock.
      const locked = new Map<string, ClinicEntity>();
      for (const id of [sourceId, targetId].sort())
        locked.set(id, await lockClinic(this.parts.database, manager, id));
      const [source, target] = [locked.get(sourceId), locked.get(targetId)];
      if (!source || !target) throw noSuchClinic().about(source ? 'targetId' : 'sourceId');
      const plan = await this.planWithin(manager, source, target);
      const refusal = findRefusal(plan);
      if (refusal) throw refusal;
      const handover = toHandover(plan);
      await this.parts.patientContents.handOver(manager, handover);
      await this.parts.clinicContents.handOver(manager, handover);
      await moveInvitations(manager, this.parts, { sourceId, targetId });
      this.parts.clinicNews.invitationsChanged(manager, targetId);
      for (const keeper of this.keepers) await keeper.moveAll(manager, { sourceId, targetId });
      await manager.insert(ClinicMergeEntity, {
        id: newClinicId(now()),
        sourceId,
        targetId,
        plan: toRecord(plan),
        createdTime: now(),
      });
      await this.tell(manager, plan);
    });
  }

  async findTarget(manager: EntityManager, sourceId: string): Promise<string | null> {
    const merge = await manager.findOneBy(ClinicMergeEntity, { sourceId });
    return merge && merge.targetId;
  }

  private async tell(manager: EntityManager, plan: MergePlan): Promise<void> {
    const { source, target, clinicians, patients } = plan;
    const facts = (to: string) => ({
      webUrl: this.webUrl,
      to,
      sourceName: source.name,
      targetName: target.name,
    });
    const mails: Mail[] = [
      ...patients
        .filter(({ action }) => action === 'MOVE' || action === 'MERGE')
        .flatMap(({ sourcePatient }) => sourcePatient?.email ?? [])
        .map((to) => mergedPatientMail(facts(to))),
      ...clinicians
        .filter(({ action }) => action === 'MOVE' || action === 'MERGE')
        .flatMap(({ clinician }) => clinician.email ?? [])
        .map((to) => mergedClinicianMail(facts(to))),
      ...clinicians
        .filter(
          ({ action, clinician }) => action !== 'MOVE' && action !== 'MERGE' && isAdmin(clinician.roles),
        )
        .flatMap(({ clinician }) => (clinician.userId === null ? [] : (clinician.email ?? [])))
        .map((to) => mergedAdminMail(facts(to))),
    ];
    for (const { action, sourcePatient } of patients) {
      if (!sourcePatient) continue;
      const { userId, permissions } = sourcePatient;
      if (action === 'MOVE' || action === 'MERGE')
        this.parts.clinicNews.permissionsChanged(manager, { clinicId: source.id, userId }, permissions, []);
      if (action === 'MOVE')
        this.parts.clinicNews.permissionsChanged(manager, { clinicId: target.id, userId }, [], permissions);
    }
    for (const mail of mails) await this.parts.outbox.add(manager, 'mail', mail);
    for (const { id } of [source, target]) this.parts.clinicNews.patientsChanged(manager, id, null);
    this.parts.clinicNews.patientCountChanged(manager, target.id);
    for (const { clinician } of clinicians)
      this.parts.clinicNews.clinicianLostAccess(manager, clinician.userId);
  }
}

function assertDifferent(sourceId: string, targetId: string): void {
  if (sourceId === targetId) throw badInput('A clinic cannot be merged into itself.').about('sourceId');
}

/** The stored record of a merge: only ids and outcomes, no other personal data. */
const toRecord = ({ tags, sites, clinicians, patients }: MergePlan): object => ({
  tags: tags.map(({ id, action }) => ({ id, action })),
  sites: sites.map(({ site, action }) => ({ id: site.id, action })),
  clinicians: clinicians.map(({ clinician, action }) => ({ id: clinician.id, action })),
  patients: patients.map(({ sourcePatient, targetPatient, action }) => ({
    userId: (sourcePatient ?? targetPatient)?.userId,
    action,
  })),
});
