import { mrnDigest } from '../patient-row';
import { tagNameKey } from '../label-names';
import { categoryOf, duplicateFinder, type ConflictCategory } from './duplicates';
import { planSites } from './plan-labels';
import type { Workspace, WorkspacePatient } from './workspace';

/**
 * MOVE: a patient of the source alone; MERGE: the record in the source of a patient of both, which is dropped;
 * MERGE_INTO: the one in the target; RETAIN: a patient of the target alone.
 */
export type PatientAction = 'MOVE' | 'MERGE' | 'MERGE_INTO' | 'RETAIN';

/** Somebody of the target who may be the same person. */
export interface PatientConflict {
  category: ConflictCategory;
  patient: WorkspacePatient;
}

export interface PatientPlan {
  sourcePatient: WorkspacePatient | null;
  targetPatient: WorkspacePatient | null;
  conflicts: PatientConflict[];
  action: PatientAction;
  /** Names of the tags and sites that the patient has then. */
  resultingTags: string[];
  resultingSites: string[];
  /** Why they keep the clinics from being merged. */
  error?: string;
}

/** The tags of a patient of both clinics: those of the target, then those of the source that it does not have. */
function unionOfTags(target: readonly string[], source: readonly string[]): string[] {
  const known = new Set(target.map(tagNameKey));
  return [...target, ...source.filter((name) => !known.has(tagNameKey(name)))];
}

/** What is wrong with the record numbers of patients who move, by the rules of the target. */
function mrnErrors(source: Workspace, target: Workspace): (patient: WorkspacePatient) => string | undefined {
  const { required = false, unique = false } = target.clinic.mrnSettings ?? {};
  const digestOf = ({ mrn }: WorkspacePatient) => (mrn ? mrnDigest(mrn) : null);
  const taken = new Set(target.patients.map(digestOf));
  const counts = new Map<string | null, number>();
  for (const patient of source.patients)
    counts.set(digestOf(patient), (counts.get(digestOf(patient)) ?? 0) + 1);
  return (patient) => {
    const digest = digestOf(patient);
    if (digest === null) return required ? 'MRN is required in target workspace' : undefined;
    if (!unique) return undefined;
    if (taken.has(digest)) return 'MRN exists in target workspace';
    return (counts.get(digest) ?? 0) > 1 ? 'Duplicate MRN in source workspace' : undefined;
  };
}

/** What becomes of the patients of both clinics. */
export function planPatients(source: Workspace, target: Workspace): PatientPlan[] {
  const targets = new Map(target.patients.map((each) => [each.userId, each]));
  const sources = new Map(source.patients.map((each) => [each.userId, each]));
  const findInTarget = duplicateFinder(target.patients);
  const errorOf = mrnErrors(source, target);
  const targetTags = new Map(target.tags.map(({ name }) => [tagNameKey(name), name]));
  const newNames = new Map(
    planSites(source, target)
      .filter(({ action }) => action !== 'RETAIN')
      .map(({ site, name }) => [site.name, name]),
  );
  const tagsThen = ({ tags }: WorkspacePatient) =>
    tags.map((name) => targetTags.get(tagNameKey(name)) ?? name);
  const sitesThen = ({ sites }: WorkspacePatient) => sites.map((name) => newNames.get(name) ?? name);
  const conflictsOf = (patient: WorkspacePatient): PatientConflict[] =>
    findInTarget(patient).flatMap((other) => {
      const category = categoryOf(patient, other);
      return category ? [{ category, patient: other }] : [];
    });
  return [
    ...source.patients.map((sourcePatient): PatientPlan => {
      const targetPatient = targets.get(sourcePatient.userId) ?? null;
      const error = targetPatient ? undefined : errorOf(sourcePatient);
      return {
        sourcePatient,
        targetPatient,
        conflicts: conflictsOf(sourcePatient),
        action: targetPatient ? 'MERGE' : 'MOVE',
        resultingTags: unionOfTags(targetPatient?.tags ?? [], tagsThen(sourcePatient)),
        resultingSites: [...(targetPatient?.sites ?? []), ...sitesThen(sourcePatient)],
        ...(error !== undefined && { error }),
      };
    }),
    ...target.patients.map((targetPatient): PatientPlan => {
      const sourcePatient = sources.get(targetPatient.userId) ?? null;
      return {
        sourcePatient,
        targetPatient,
        conflicts: [],
        action: sourcePatient ? 'MERGE_INTO' : 'RETAIN',
        resultingTags: unionOfTags(targetPatient.tags, sourcePatient ? tagsThen(sourcePatient) : []),
        resultingSites: [...targetPatient.sites, ...(sourcePatient ? sitesThen(sourcePatient) : [])],
      };
    }),
  ];
}
