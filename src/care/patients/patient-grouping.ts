import type { Dialect } from '../../platform/database/dialect';

/** What the patients of a clinic can be grouped by. */
export const patientGroupings = ['clinic', 'tag', 'site', 'clinician', 'diagnosisType'] as const;

export type PatientGrouping = (typeof patientGroupings)[number];

/** A group of patients. */
export interface PatientGroup {
  /** Id of the tag, the site or the clinician, or the type of diabetes; null for patients without. */
  groupId: string | null;
  /** Name of the tag or the site. */
  name: string | null;
  patients: number;
}

/** How a statement finds the groups of patients `p`. */
export interface Grouping {
  /** The id of a group, for a SELECT, and the join that it is from. */
  id: string;
  members: string;
  /** The name of a group, and the join that it is from. It needs that of the members. */
  name: string;
  names: string;
}

const label = (kind: 'tag' | 'site', table: string): Grouping => ({
  id: `j.${kind}_id`,
  members: `LEFT JOIN ${table} j ON j.clinic_id = p.clinic_id AND j.user_id = p.user_id`,
  name: 'l.name',
  names: `LEFT JOIN clinic_${kind}s l ON l.clinic_id = j.clinic_id AND l.id = j.${kind}_id`,
});

const lastReviewer: Readonly<Record<Dialect, string>> = {
  sqlite: "json_extract(p.reviews, '$[0].clinicianId')",
  mysql: "JSON_UNQUOTE(JSON_EXTRACT(p.reviews, '$[0].clinicianId'))",
};

/** How to group patients. One with several tags or sites is in the group of each. */
export function chooseGrouping(by: PatientGrouping, dialect: Dialect): Grouping {
  if (by === 'tag') return label('tag', 'patient_taggings');
  if (by === 'site') return label('site', 'patient_sites');
  const ids = { clinic: 'NULL', clinician: lastReviewer[dialect], diagnosisType: 'p.diagnosis_type' };
  return { id: ids[by], members: '', name: 'NULL', names: '' };
}

const sortText = ({ name, groupId }: PatientGroup): string => `${name} ${groupId}`;

/** The order of groups: largest first, patients without the label last. */
export function compareGroups(one: PatientGroup, other: PatientGroup): number {
  if ((one.groupId === null) !== (other.groupId === null)) return one.groupId === null ? 1 : -1;
  if (one.patients !== other.patients) return other.patients - one.patients;
  return sortText(one) < sortText(other) ? -1 : 1;
}
