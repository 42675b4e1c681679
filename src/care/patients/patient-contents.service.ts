import type { EntityManager } from 'typeorm';
import type { AccountLocks } from '../../identity/accounts/account-locks.service';
import { now } from '../../platform/clock';
import { digest } from '../../platform/folding';
import { newClinicId } from '../../platform/ids';
import type { ClinicEntity } from '../clinics/clinic.entity';
import { PatientSiteEntity } from './labels/patient-site.entity';
import { siteNameKey } from './labels/label-names';
import { PatientTagEntity } from './labels/patient-tag.entity';
import { SiteEntity } from './labels/site.entity';
import { TaggingEntity } from './labels/tagging.entity';
import type { PatientPermission } from './patient-permission';
import type { PatientRemoval } from './patient-removal.service';
import { PatientSummaryEntity } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';
import { recordDeletions } from '../clinics/record-deletions';

/** A patient with the names of its tags and sites. */
export interface WorkspacePatient {
  userId: string;
  fullName: string;
  birthDate: string;
  mrn: string | null;
  /** Comparison key of the record number; null if there is none. */
  mrnDigest: string | null;
  email: string | null;
  isCustodial: boolean;
  /** Permissions of the clinic on the account. */
  permissions: PatientPermission[];
  tags: string[];
  sites: string[];
  /** Time of the last upload, in milliseconds since the epoch; null if there is none. */
  lastUpload: number | null;
}

/** The patients and labels of a clinic; of the demo patient only the record number, which no other may have. */
export interface PatientContent {
  tags: PatientTagEntity[];
  sites: SiteEntity[];
  /** In order of creation. */
  patients: WorkspacePatient[];
  /** Comparison key of the demo patient's record number; null if there is none. */
  demoMrnDigest: string | null;
}

/** Names by account, in the order of assignment. */
function namesBy(
  joins: readonly { userId: string; labelId: string; place: number }[],
  labels: readonly { id: string; name: string }[],
): Map<string, string[]> {
  const labelNames = new Map(labels.map(({ id, name }) => [id, name]));
  const names = new Map<string, string[]>();
  for (const { userId, labelId } of [...joins].sort((a, b) => a.place - b.place)) {
    const name = labelNames.get(labelId);
    if (name === undefined) continue;
    const known = names.get(userId);
    if (known) known.push(name);
    else names.set(userId, [name]);
  }
  return names;
}

/** The patients and labels that one clinic (the source) hands over to another (the target). */
export interface PatientHandover {
  source: ClinicEntity;
  target: ClinicEntity;
  /** Tags of the source, each with the tag of the target that its patients get; absent if the tag has to be created. */
  tags: (Pick<PatientTagEntity, 'id' | 'name' | 'nameDigest'> & { targetId?: string })[];
  /** New names of sites whose name is taken; other sites keep their names. */
  renamedSites: { id: string; name: string }[];
  /** Patients of both clinics. Their records in the source are deleted, except for their sites. */
  knownPatients: string[];
}

/** Sorts after all existing tags or sites of patients in the target. */
const behind = 100;

/** Tables with rows per patient, which move with the patient. */
const patientTables = [
  'clinic_patients',
  'patient_sites',
  'patient_summaries',
  'patient_summary_periods',
] as const;

/** Reads all patients and labels of a clinic at once, and hands them over to another clinic. */
export class PatientContents {
  constructor(
    private readonly accountLocks: AccountLocks,
    private readonly patientRemoval: PatientRemoval,
    private readonly demoPatientId: string,
  ) {}

  /** Reads the current patients and labels of a clinic. */
  async read(manager: EntityManager, clinicId: string): Promise<PatientContent> {
    const [tags, sites, patients, taggings, patientSites, summaries] = [
      await manager.find(PatientTagEntity, { where: { clinicId }, order: { id: 'ASC' } }),
      await manager.find(SiteEntity, { where: { clinicId }, order: { id: 'ASC' } }),
      await manager.find(PatientEntity, { where: { clinicId }, order: { id: 'ASC' } }),
      await manager.findBy(TaggingEntity, { clinicId }),
      await manager.findBy(PatientSiteEntity, { clinicId }),
      await manager.find(PatientSummaryEntity, {
        where: { clinicId },
        select: { userId: true, clinicId: true, cgmLastUploadDate: true, bgmLastUploadDate: true },
      }),
    ];
    const tagNames = namesBy(
      taggings.map((each) => ({ ...each, labelId: each.tagId })),
      tags,
    );
    const siteNames = namesBy(
      patientSites.map((each) => ({ ...each, labelId: each.siteId })),
      sites,
    );
    const uploads = new Map(
      summaries.map(({ userId, cgmLastUploadDate, bgmLastUploadDate }) => [
        userId,
        Math.max(cgmLastUploadDate ?? -Infinity, bgmLastUploadDate ?? -Infinity),
      ]),
    );
    const demo = patients.find(({ userId }) => userId === this.demoPatientId);
    return {
      tags,
      sites,
      demoMrnDigest: demo?.mrn ? demo.mrnDigest : null,
      patients: patients
        .filter(({ userId }) => userId !== this.demoPatientId)
        .map(({ userId, fullName, birthDate, mrn, mrnDigest, email, permissions }) => {
          const lastUpload = uploads.get(userId) ?? -Infinity;
          return {
            userId,
            fullName,
            birthDate,
            mrn,
            mrnDigest: mrn ? mrnDigest : null,
            email,
            isCustodial: permissions.includes('custodian'),
            permissions,
            tags: tagNames.get(userId) ?? [],
            sites: siteNames.get(userId) ?? [],
            lastUpload: Number.isFinite(lastUpload) ? lastUpload : null,
          };
        }),
    };
  }

  /** Moves all patients and labels from the source to the target. */
  async handOver(manager: EntityManager, handover: PatientHandover): Promise<void> {
    await this.lockAccounts(manager, handover.source.id);
    await this.moveTags(manager, handover);
    await this.movePatients(manager, handover);
    await moveSites(manager, handover);
    await manager.delete(PatientTagEntity, { clinicId: handover.source.id });
  }

  /** No calculation copies a summary to a clinic that the patient is leaving. */
  private async lockAccounts(manager: EntityManager, clinicId: string): Promise<void> {
    const select = { clinicId: true, userId: true } as const;
    const patients = await manager.find(PatientEntity, { select, where: { clinicId } });
    await this.accountLocks.lock(
      manager,
      patients.map(({ userId }) => userId),
    );
  }

  /** Replaces the tags of the source's patients with tags of the target. */
  private async moveTags(manager: EntityManager, { source, target, tags }: PatientHandover): Promise<void> {
    for (const { id, name, nameDigest, targetId: known } of tags) {
      const targetId = known ?? newClinicId(now());
      if (known === undefined)
        await manager.insert(PatientTagEntity, { clinicId: target.id, id: targetId, name, nameDigest });
      await manager.query(
        `INSERT INTO patient_taggings (clinic_id, tag_id, user_id, place)
          SELECT ?, ?, s.user_id, s.place + ${behind} FROM patient_taggings s
          WHERE s.clinic_id = ? AND s.tag_id = ? AND s.user_id <> ? AND NOT EXISTS (SELECT 1 FROM patient_taggings t
            WHERE t.clinic_id = ? AND t.tag_id = ? AND t.user_id = s.user_id)`,
        [target.id, targetId, source.id, id, this.demoPatientId, target.id, targetId],
      );
    }
    await manager.query('DELETE FROM patient_taggings WHERE clinic_id = ?', [source.id]);
  }

  private async movePatients(
    manager: EntityManager,
    { source, target, knownPatients }: PatientHandover,
  ): Promise<void> {
    await manager.query(
      `UPDATE patient_sites SET clinic_id = ?, place = place + ${behind} WHERE clinic_id = ? AND user_id <> ?`,
      [target.id, source.id, this.demoPatientId],
    );
    const demo = { clinicId: source.id, userId: this.demoPatientId };
    const gone = (await manager.existsBy(PatientEntity, demo)) ? [this.demoPatientId] : [];
    await this.patientRemoval.takeOut(manager, source.id, [...knownPatients, ...gone]);
    await recordDeletions(manager, { clinicId: source.id, kind: 'patient', userIds: gone, deletedBy: null });
    const isUnique = target.mrnSettings?.unique ?? false;
    await manager.query(
      `UPDATE clinic_patients SET unique_mrn_digest = ${isUnique ? 'mrn_digest' : 'NULL'} WHERE clinic_id = ?`,
      [source.id],
    );
    for (const table of patientTables)
      await manager.query(`UPDATE ${table} SET clinic_id = ? WHERE clinic_id = ?`, [target.id, source.id]);
  }
}

async function moveSites(
  manager: EntityManager,
  { source, target, renamedSites }: PatientHandover,
): Promise<void> {
  for (const { id, name } of renamedSites) {
    const set = { name, nameDigest: digest(siteNameKey(name)) };
    await manager.update(SiteEntity, { clinicId: source.id, id }, set);
  }
  await manager.query('UPDATE clinic_sites SET clinic_id = ? WHERE clinic_id = ?', [target.id, source.id]);
}
