import type { EntityManager } from 'typeorm';
import type { ClinicEntity } from '../clinic.entity';
import { ClinicianEntity } from '../clinician.entity';
import { PatientSiteEntity } from '../patient-site.entity';
import { PatientSummaryEntity } from '../patient-summary.entity';
import { PatientTagEntity } from '../patient-tag.entity';
import type { PatientPermission } from '../patient-permission';
import { PatientEntity } from '../patient.entity';
import { SiteEntity } from '../site.entity';
import { TaggingEntity } from '../tagging.entity';

/** A patient with the names of its tags and sites. */
export interface WorkspacePatient {
  userId: string;
  fullName: string;
  birthDate: string;
  mrn: string | null;
  email: string | null;
  isCustodial: boolean;
  /** What the clinic may do with the account. */
  permissions: PatientPermission[];
  tags: string[];
  sites: string[];
  /** When data were last uploaded, in milliseconds since the epoch; null when never. */
  lastUpload: number | null;
}

/** A clinic with all that a merge is about; the demo patient is left out. */
export interface Workspace {
  clinic: ClinicEntity;
  tags: PatientTagEntity[];
  sites: SiteEntity[];
  clinicians: ClinicianEntity[];
  /** In the order of their creation. */
  patients: WorkspacePatient[];
}

/** Names by account, in the order in which they were given. */
function namesBy(
  joins: readonly { userId: string; labelId: string; place: number }[],
  labels: readonly { id: string; name: string }[],
): Map<string, string[]> {
  const nameOf = new Map(labels.map(({ id, name }) => [id, name]));
  const names = new Map<string, string[]>();
  for (const { userId, labelId } of [...joins].sort((a, b) => a.place - b.place)) {
    const name = nameOf.get(labelId);
    if (name === undefined) continue;
    const known = names.get(userId);
    if (known) known.push(name);
    else names.set(userId, [name]);
  }
  return names;
}

/** Reads a clinic as it is now. */
export async function readWorkspace(
  manager: EntityManager,
  clinic: ClinicEntity,
  demoPatientId: string,
): Promise<Workspace> {
  const clinicId = clinic.id;
  const [tags, sites, clinicians, patients, taggings, patientSites, summaries] = [
    await manager.find(PatientTagEntity, { where: { clinicId }, order: { id: 'ASC' } }),
    await manager.find(SiteEntity, { where: { clinicId }, order: { id: 'ASC' } }),
    await manager.find(ClinicianEntity, { where: { clinicId }, order: { id: 'ASC' } }),
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
  return {
    clinic,
    tags,
    sites,
    clinicians,
    patients: patients
      .filter(({ userId }) => userId !== demoPatientId)
      .map(({ userId, fullName, birthDate, mrn, email, permissions }) => {
        const lastUpload = uploads.get(userId) ?? -Infinity;
        return {
          userId,
          fullName,
          birthDate,
          mrn,
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
