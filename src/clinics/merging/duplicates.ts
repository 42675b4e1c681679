import type { WorkspacePatient } from './workspace';

/** Why two records may be of one person. */
export const conflictCategories = [
  'Duplicate Accounts',
  'Likely Duplicate Accounts',
  'MRN Only Match',
  'Name Only Match',
] as const;

export type ConflictCategory = (typeof conflictCategories)[number];

/** What records are compared by; empty values match nothing. */
const nameOf = ({ fullName }: WorkspacePatient): string => fullName.trim().toLowerCase();
export const mrnOf = ({ mrn }: WorkspacePatient): string => (mrn ?? '').trim().toLowerCase();

const isSame = (one: string, other: string): boolean => one !== '' && one === other;

/** Why two patients may be one person; undefined when nothing says so. A birthday alone says nothing. */
export function categoryOf(one: WorkspacePatient, other: WorkspacePatient): ConflictCategory | undefined {
  if (one.userId === other.userId) return 'Duplicate Accounts';
  const name = isSame(nameOf(one), nameOf(other));
  const mrn = isSame(mrnOf(one), mrnOf(other));
  const birthday = isSame(one.birthDate, other.birthDate);
  if (Number(name) + Number(mrn) + Number(birthday) >= 2) return 'Likely Duplicate Accounts';
  if (mrn) return 'MRN Only Match';
  return name ? 'Name Only Match' : undefined;
}

/** Patients by what may make them one with another: every match of `categoryOf` shares a key. */
const keysOf = (patient: WorkspacePatient): string[] =>
  [
    `id ${patient.userId}`,
    nameOf(patient) && `name ${nameOf(patient)}`,
    mrnOf(patient) && `mrn ${mrnOf(patient)}`,
  ].filter((key) => key !== '');

/** An index of patients that finds those who may be one person with another. */
export function duplicateFinder(
  patients: readonly WorkspacePatient[],
): (patient: WorkspacePatient) => WorkspacePatient[] {
  const byKey = new Map<string, WorkspacePatient[]>();
  for (const patient of patients) {
    for (const key of keysOf(patient)) {
      const same = byKey.get(key);
      if (same) same.push(patient);
      else byKey.set(key, [patient]);
    }
  }
  return (patient) => [...new Set(keysOf(patient).flatMap((key) => byKey.get(key) ?? []))];
}

/** Groups of two and more patients of one clinic who may be one person, directly or by way of others. */
export function clustersOf(patients: readonly WorkspacePatient[]): WorkspacePatient[][] {
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
