import { In, type EntityManager } from 'typeorm';
import { now } from '../../clock';
import { isDuplicateKey } from '../../database/database';
import { conflict } from '../../errors';
import { newClinicId } from '../../ids';
import { ClinicEntity } from '../clinic.entity';
import { ClinicianEntity } from '../clinician.entity';
import { digestOf } from '../folding';
import { siteNameKey } from '../label-names';
import { PatientTagEntity } from '../patient-tag.entity';
import { PatientEntity } from '../patient.entity';
import { recordDeletions } from '../record-deletions';
import { removePatients } from '../remove-patients';
import { SiteEntity } from '../site.entity';
import type { MergePlan } from './merge-plan';

/** Behind everything that patients of the target have already. */
const behind = 100;

/** Tables whose rows belong to a patient and follow it. */
const patientTables = [
  'clinic_patients',
  'patient_sites',
  'patient_summaries',
  'patient_summary_periods',
  'ehr_subscriptions',
  'ehr_scheduled_orders',
  'ehr_messages',
  'ehr_outgoing_messages',
  'xealth_orders',
  'xealth_views',
] as const;

/** Does what a plan says, in the transaction in which the plan was made. */
export async function mergeClinics(
  manager: EntityManager,
  plan: MergePlan,
  demoPatientId: string,
): Promise<void> {
  const { source, target } = plan;
  await moveTags(manager, plan, demoPatientId);
  await movePatients(manager, plan, demoPatientId);
  await moveSites(manager, plan);
  await moveClinicians(manager, plan);
  await manager.query('UPDATE clinic_share_codes SET clinic_id = ? WHERE clinic_id = ?', [
    target.id,
    source.id,
  ]);
  await manager.query('UPDATE clinic_migrations SET clinic_id = ? WHERE clinic_id = ?', [
    target.id,
    source.id,
  ]);
  await manager.delete(PatientTagEntity, { clinicId: source.id });
  await manager.delete(ClinicEntity, { id: source.id });
  await recordDeletions(manager, { clinicId: source.id, kind: 'clinic', userIds: [null], deletedBy: null });
  await manager.update(ClinicEntity, { id: target.id }, { updatedTime: now() });
}

/** Gives the patients of the source the tags of the target in place of those that they have. */
async function moveTags(
  manager: EntityManager,
  { source, target, tags }: MergePlan,
  demoPatientId: string,
): Promise<void> {
  for (const plan of tags.filter(({ action }) => action !== 'RETAIN')) {
    const targetId = plan.targetId ?? newClinicId(now());
    const { name, nameDigest } = plan;
    if (plan.action === 'CREATE')
      await manager.insert(PatientTagEntity, { clinicId: target.id, id: targetId, name, nameDigest });
    await manager.query(
      `INSERT INTO patient_taggings (clinic_id, tag_id, user_id, place)
        SELECT ?, ?, s.user_id, s.place + ${behind} FROM patient_taggings s
        WHERE s.clinic_id = ? AND s.tag_id = ? AND s.user_id <> ? AND NOT EXISTS (SELECT 1 FROM patient_taggings t
          WHERE t.clinic_id = ? AND t.tag_id = ? AND t.user_id = s.user_id)`,
      [target.id, targetId, source.id, plan.id, demoPatientId, target.id, targetId],
    );
  }
  await manager.query('DELETE FROM patient_taggings WHERE clinic_id = ?', [source.id]);
}

/** Records of patients of both clinics are dropped, but for their sites; all others move with what they have. */
async function movePatients(manager: EntityManager, plan: MergePlan, demoPatientId: string): Promise<void> {
  const { source, target, patients } = plan;
  await manager.query(
    `UPDATE patient_sites SET clinic_id = ?, place = place + ${behind} WHERE clinic_id = ? AND user_id <> ?`,
    [target.id, source.id, demoPatientId],
  );
  const merged = patients.flatMap(({ action, sourcePatient }) =>
    action === 'MERGE' && sourcePatient ? [sourcePatient.userId] : [],
  );
  const demo = { clinicId: source.id, userId: demoPatientId };
  const gone = (await manager.existsBy(PatientEntity, demo)) ? [demoPatientId] : [];
  await removePatients(manager, source.id, [...merged, ...gone]);
  await recordDeletions(manager, { clinicId: source.id, kind: 'patient', userIds: gone, deletedBy: null });
  const isUnique = target.mrnSettings?.unique ?? false;
  await manager.query(
    `UPDATE clinic_patients SET unique_mrn_digest = ${isUnique ? 'mrn_digest' : 'NULL'} WHERE clinic_id = ?`,
    [source.id],
  );
  for (const table of patientTables)
    await manager.query(`UPDATE ${table} SET clinic_id = ? WHERE clinic_id = ?`, [target.id, source.id]);
  await moveForms(manager, plan);
}

/** Forms that wait for their orders go along; the target keeps its own where both have one. */
async function moveForms(manager: EntityManager, { source, target }: MergePlan): Promise<void> {
  await manager.query(
    `DELETE FROM xealth_preorders WHERE clinic_id = ? AND tracking_id IN
      (SELECT tracking_id FROM (SELECT tracking_id FROM xealth_preorders WHERE clinic_id = ?) known)`,
    [source.id, target.id],
  );
  await manager.query('UPDATE xealth_preorders SET clinic_id = ? WHERE clinic_id = ?', [
    target.id,
    source.id,
  ]);
}

async function moveSites(manager: EntityManager, { source, target, sites }: MergePlan): Promise<void> {
  for (const { site, name } of sites.filter(({ action }) => action === 'RENAME')) {
    const set = { name, nameDigest: digestOf(siteNameKey(name)) };
    await manager.update(SiteEntity, { clinicId: source.id, id: site.id }, set);
  }
  await manager.query('UPDATE clinic_sites SET clinic_id = ? WHERE clinic_id = ?', [target.id, source.id]);
}

async function moveClinicians(
  manager: EntityManager,
  { source, target, clinicians }: MergePlan,
): Promise<void> {
  const merged = clinicians.filter(({ action }) => action === 'MERGE').map(({ clinician }) => clinician);
  const ids = merged.map(({ id }) => id);
  if (ids.length > 0) await manager.delete(ClinicianEntity, { clinicId: source.id, id: In(ids) });
  const userIds = merged.map(({ userId }) => userId);
  await recordDeletions(manager, { clinicId: source.id, kind: 'clinician', userIds, deletedBy: null });
  try {
    await manager.query('UPDATE clinicians SET clinic_id = ? WHERE clinic_id = ?', [target.id, source.id]);
  } catch (error) {
    // An address was changed after the plan was made.
    throw isDuplicateKey(error)
      ? conflict(
          'Somebody of the source has the address of somebody else of the target, or of an invitation.',
        )
      : error;
  }
}
