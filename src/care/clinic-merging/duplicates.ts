import type { WorkspacePatient } from '../patients/patient-contents.service';

/** Why two records may belong to the same person. */
export const conflictCategories = [
  'Duplicate Accounts',
  'Likely Duplicate Accounts',
  'MRN Only Match',
  'Name Only Match',
] as const;

export type ConflictCategory = (typeof conflictCategories)[number];

/** Comparison keys of records; empty values match nothing. */
const foldedName = ({ fullName }: WorkspacePatient): string => fullName.trim().toLowerCase();
const foldedMrn = ({ mrn }: WorkspacePatient): string => (mrn ?? '').trim().toLowerCase();

const isSame = (one: string, other: string): boolean => one !== '' && one === other;

/**
 * Why two patients may be the same person; undefined if there is no evidence. The same birthday alone is no evidence.
 */
export function compareDetails(one: WorkspacePatient, other: WorkspacePatient): ConflictCategory | undefined {
  if (one.userId === other.userId) return 'Duplicate Accounts';
  const name = isSame(foldedName(one), foldedName(other));
  const mrn = isSame(foldedMrn(one), foldedMrn(other));
  const birthday = isSame(one.birthDate, other.birthDate);
  if (Number(name) + Number(mrn) + Number(birthday) >= 2) return 'Likely Duplicate Accounts';
  if (mrn) return 'MRN Only Match';
  return name ? 'Name Only Match' : undefined;
}

/** Keys that possible duplicates share: two patients that match in `categoryOf` have at least one key in common. */
const listKeys = (patient: WorkspacePatient): string[] =>
  [
    `id ${patient.userId}`,
    foldedName(patient) && `name ${foldedName(patient)}`,
    foldedMrn(patient) && `mrn ${foldedMrn(patient)}`,
  ].filter((key) => key !== '');

/** An index for finding possible duplicates of a patient. */
export function duplicateFinder(
  patients: readonly WorkspacePatient[],
): (patient: WorkspacePatient) => WorkspacePatient[] {
  const byKey = new Map<string, WorkspacePatient[]>();
  for (const patient of patients) {
    for (const key of listKeys(patient)) {
      const same = byKey.get(key);
      if (same) same.push(patient);
      else byKey.set(key, [patient]);
    }
  }
  return (patient) => [...new Set(listKeys(patient).flatMap((key) => byKey.get(key) ?? []))];
}

/** Groups of two or more patients of one clinic who may be the same person, directly or transitively. */
export function findClusters(patients: readonly WorkspacePatient[]): WorkspacePatient[][] {
  const find = duplicateFinder(patients);
  const seen = new Set<WorkspacePatient>();
  const clusters: WorkspacePatient[][] = [];
  for (const first of patients) {
    if (seen.has(first)) continue;
    seen.add(first);
    const cluster = [first];
    for (const patient of cluster) {
      for (const other of find(patient)) {
        if (seen.has(other)) continue;
        seen.add(other);
        cluster.push(other);
      }
    }
    if (cluster.length > 1) clusters.push(cluster);
  }
  return clusters;
}
