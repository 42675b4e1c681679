import { tagNameKey } from '../patients/labels/label-names';
import { compareDetails, duplicateFinder, type ConflictCategory } from './duplicates';
import { planSites } from './plan-labels';
import type { WorkspacePatient } from '../patients/patient-contents.service';
import type { Workspace } from './workspace';

/**
 * MOVE: a patient of the source only; MERGE: the source record of a patient of both clinics, which is deleted;
 * MERGE_INTO: the target record of such a patient; RETAIN: a patient of the target only.
 */
export type PatientAction = 'MOVE' | 'MERGE' | 'MERGE_INTO' | 'RETAIN';

/** A patient of the target who may be the same person. */
export interface PatientConflict {
  category: ConflictCategory;
  patient: WorkspacePatient;
}

export interface PatientPlan {
  sourcePatient: WorkspacePatient | null;
  targetPatient: WorkspacePatient | null;
  conflicts: PatientConflict[];
  action: PatientAction;
  /** Names of the patient's tags and sites after the merge. */
  resultingTags: string[];
  resultingSites: string[];
  /** Reasons that prevent the merge. */
  error?: string;
}

/** The tags of a patient in both clinics: those of the target, then the additional ones of the source. */
function unionOfTags(target: readonly string[], source: readonly string[]): string[] {
  const known = new Set(target.map(tagNameKey));
  return [...target, ...source.filter((name) => !known.has(tagNameKey(name)))];
}

/** Conflicts of moved patients' record numbers with the rules of the target. */
function mrnErrors(source: Workspace, target: Workspace): (patient: WorkspacePatient) => string | undefined {
  const { required = false, unique = false } = target.clinic.mrnSettings ?? {};
  const taken = new Set([target.demoMrnDigest, ...target.patients.map(({ mrnDigest }) => mrnDigest)]);
  const counts = new Map<string | null, number>();
  for (const { mrnDigest } of source.patients) counts.set(mrnDigest, (counts.get(mrnDigest) ?? 0) + 1);
  return ({ mrnDigest: digest }) => {
    if (digest === null) return required ? 'MRN is required in target workspace' : undefined;
    if (!unique) return undefined;
    if (taken.has(digest)) return 'MRN exists in target workspace';
    return (counts.get(digest) ?? 0) > 1 ? 'Duplicate MRN in source workspace' : undefined;
  };
}

/** The effects of a merge on the patients of both clinics. */
export function planPatients(source: Workspace, target: Workspace): PatientPlan[] {
  const targets = new Map(target.patients.map((each) => [each.userId, each]));
  const sources = new Map(source.patients.map((each) => [each.userId, each]));
  const findInTarget = duplicateFinder(target.patients);
  const findError = mrnErrors(source, target);
  const targetTags = new Map(target.tags.map(({ name }) => [tagNameKey(name), name]));
  const newNames = new Map(
    planSites(source, target)
      .filter(({ action }) => action !== 'RETAIN')
      .map(({ site, name }) => [site.name, name]),
  );
  const tagsThen = ({ tags }: WorkspacePatient) =>
    tags.map((name) => targetTags.get(tagNameKey(name)) ?? name);
  const sitesThen = ({ sites }: WorkspacePatient) => sites.map((name) => newNames.get(name) ?? name);
  const findConflicts = (patient: WorkspacePatient): PatientConflict[] =>
    findInTarget(patient).flatMap((other) => {
      const category = compareDetails(patient, other);
      return category ? [{ category, patient: other }] : [];
    });
  return [
    ...source.patients.map((sourcePatient): PatientPlan => {
      const targetPatient = targets.get(sourcePatient.userId) ?? null;
      const error = targetPatient ? undefined : findError(sourcePatient);
      return {
        sourcePatient,
        targetPatient,
        conflicts: findConflicts(sourcePatient),
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
