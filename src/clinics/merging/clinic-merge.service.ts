import type { EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { ConfirmationRecords } from '../../confirmations/confirmation-records.service';
import type { Database } from '../../database/database';
import { badInput } from '../../errors';
import { newClinicId } from '../../ids';
import type { Mail } from '../../mail/mailer';
import type { OutboxService } from '../../outbox/outbox.service';
import type { ClinicNews } from '../clinic-news.service';
import { ClinicEntity } from '../clinic.entity';
import { isAdmin } from '../clinician-role';
import { lockClinic, noSuchClinic } from '../lock-clinic';
import { ClinicMergeEntity } from './clinic-merge.entity';
import { mergeClinics } from './merge-clinics';
import { mergedAdminMail, mergedClinicianMail, mergedPatientMail } from './merge-mails';
import { moveInvitations } from './move-invitations';
import { planMerge, refusalOf, type MergePlan } from './merge-plan';
import { readWorkspace } from './workspace';

/** Two clinics: the source becomes a part of the target. */
export interface MergePair {
  sourceId: string;
  targetId: string;
}

/** Moves what another area keeps for the source to the target, within the transaction of the merge. */
export type MergeStep = (manager: EntityManager, pair: MergePair) => Promise<void>;

interface MergeSettings {
  webUrl: string;
  demoPatientId: string;
}

/** Makes one clinic a part of another one. */
export class ClinicMergeService {
  constructor(
    private readonly database: Database,
    private readonly confirmations: ConfirmationRecords,
    private readonly outbox: OutboxService,
    private readonly news: ClinicNews,
    private readonly steps: readonly MergeStep[],
    private readonly settings: MergeSettings,
  ) {}

  /** What a merge would do now. Throws when one of the clinics does not exist, and when they are the same. */
  async plan({ sourceId, targetId }: MergePair): Promise<MergePlan> {
    assertDifferent(sourceId, targetId);
    const { reader } = this.database;
    const [source, target] = [
      await reader.findOneBy(ClinicEntity, { id: sourceId }),
      await reader.findOneBy(ClinicEntity, { id: targetId }),
    ];
    if (!source || !target) throw noSuchClinic();
    return this.planWithin(reader, source, target);
  }

  private async planWithin(
    manager: EntityManager,
    source: ClinicEntity,
    target: ClinicEntity,
  ): Promise<MergePlan> {
    const { demoPatientId } = this.settings;
    return planMerge(
      await readWorkspace(manager, source, demoPatientId),
      await readWorkspace(manager, target, demoPatientId),
    );
  }

  /**
   * Merges the source into the target, all of it or nothing. Throws when the plan does not allow it, besides what `plan`
   * throws; a conflict when addresses of people clash, and when there would be too many tags.
   */
  async merge({ sourceId, targetId }: MergePair): Promise<void> {
    assertDifferent(sourceId, targetId);
    await this.database.transaction(async (manager) => {
      // In one order, so that two merges never wait for each other.
      const locked = new Map<string, ClinicEntity>();
      for (const id of [sourceId, targetId].sort())
        locked.set(id, await lockClinic(this.database, manager, id));
      const [source, target] = [locked.get(sourceId), locked.get(targetId)];
      if (!source || !target) throw noSuchClinic();
      const plan = await this.planWithin(manager, source, target);
      const refusal = refusalOf(plan);
      if (refusal) throw refusal;
      await mergeClinics(manager, plan, this.settings.demoPatientId);
      await moveInvitations(manager, this.confirmations, { sourceId, targetId });
      this.news.invitationsChanged(manager, targetId);
      for (const step of this.steps) await step(manager, { sourceId, targetId });
      await manager.insert(ClinicMergeEntity, {
        id: newClinicId(now()),
        sourceId,
        targetId,
        plan: recordOf(plan),
        createdTime: now(),
      });
      await this.tell(manager, plan);
    });
  }

  private async tell(manager: EntityManager, plan: MergePlan): Promise<void> {
    const { source, target, clinicians, patients } = plan;
    const facts = (to: string) => ({
      webUrl: this.settings.webUrl,
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
        this.news.permissionsChanged(manager, { clinicId: source.id, userId }, permissions, []);
      if (action === 'MOVE')
        this.news.permissionsChanged(manager, { clinicId: target.id, userId }, [], permissions);
    }
    for (const mail of mails) await this.outbox.add(manager, 'mail', mail);
    for (const { id } of [source, target]) this.news.patientsChanged(manager, id, null);
    this.news.patientCountChanged(manager, target.id);
    for (const { clinician } of clinicians) this.news.clinicianLostAccess(manager, clinician.userId);
  }
}

function assertDifferent(sourceId: string, targetId: string): void {
  if (sourceId === targetId) throw badInput('A clinic cannot be merged into itself.');
}

/** What is kept of a merge: ids and what became of them, nothing else of anybody. */
const recordOf = ({ tags, sites, clinicians, patients }: MergePlan): object => ({
  tags: tags.map(({ id, action }) => ({ id, action })),
  sites: sites.map(({ site, action }) => ({ id: site.id, action })),
  clinicians: clinicians.map(({ clinician, action }) => ({ id: clinician.id, action })),
  patients: patients.map(({ sourcePatient, targetPatient, action }) => ({
    userId: (sourcePatient ?? targetPatient)?.userId,
    action,
  })),
});
