import { now } from '../../clock';
import { badInput, conflict, unprocessable, type ApiError } from '../../errors';
import type { ClinicEntity, MembershipRestriction } from '../clinic.entity';
import { clustersOf } from './duplicates';
import { addressTaken, planClinicians, type ClinicianPlan } from './plan-clinicians';
import { exceedsTags, planSites, planTags, tooManyTags, type SitePlan, type TagPlan } from './plan-labels';
import { planPatients, type PatientPlan } from './plan-patients';
import type { Workspace, WorkspacePatient } from './workspace';

/** A setting of both clinics, in words; it must be the same in both. */
export interface SettingPlan {
  name: string;
  sourceValue: string;
  targetValue: string;
}

/** What a merge does with everything of both clinics. */
export interface MergePlan {
  source: ClinicEntity;
  target: ClinicEntity;
  restrictions: { source: MembershipRestriction[]; target: MembershipRestriction[] };
  settings: SettingPlan[];
  tags: TagPlan[];
  sites: SitePlan[];
  clinicians: ClinicianPlan[];
  patients: PatientPlan[];
  /** Patients of each clinic who may be one person; that keeps nothing from being merged. */
  sourceClusters: WorkspacePatient[][];
  targetClusters: WorkspacePatient[][];
  /** Everything that keeps the clinics from being merged, each once. */
  errors: string[];
  /** How many patients there are then. */
  resultingPatients: number;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

const settingsOf = ({ mrnSettings, preferredBgUnits, timezone }: ClinicEntity): Record<string, string> => ({
  'MRN required': String(mrnSettings?.required ?? false),
  'MRN unique': String(mrnSettings?.unique ?? false),
  'Glucose units': preferredBgUnits,
  Timezone: timezone ?? '',
});

function planSettings(source: ClinicEntity, target: ClinicEntity): SettingPlan[] {
  const targetValues = settingsOf(target);
  return Object.entries(settingsOf(source)).map(([name, sourceValue]) => ({
    name,
    sourceValue,
    targetValue: targetValues[name] ?? '',
  }));
}

/** Why the clinics of a plan cannot be merged; null when they can. */
export function refusalOf({ errors }: MergePlan): ApiError | null {
  if (errors.length === 0) return null;
  const detail = `The clinics cannot be merged: ${errors.join('; ')}.`;
  if (errors.every((error) => error === tooManyTags)) return unprocessable(detail);
  if (errors.every((error) => error === tooManyTags || error === addressTaken)) return conflict(detail);
  return badInput(detail);
}

/** True when everybody whom the source lets join may join the target under the same conditions. */
const admits = (
  source: readonly MembershipRestriction[],
  target: readonly MembershipRestriction[],
): boolean =>
  source.every(({ emailDomain, requiredIdp = '' }) =>
    target.some(
      (each) =>
        each.emailDomain.toLowerCase() === emailDomain.toLowerCase() &&
        (each.requiredIdp ?? '').toLowerCase() === requiredIdp.toLowerCase(),
    ),
  );

/** What a merge of these clinics does, or why there is none. */
export function planMerge(source: Workspace, target: Workspace): MergePlan {
  const settings = planSettings(source.clinic, target.clinic);
  const restrictions = {
    source: source.clinic.membershipRestrictions ?? [],
    target: target.clinic.membershipRestrictions ?? [],
  };
  const tags = planTags(source, target);
  const clinicians = planClinicians(source, target);
  const patients = planPatients(source, target);
  const errors = [
    ...(settings.some(({ sourceValue, targetValue }) => sourceValue !== targetValue)
      ? ['Settings mismatch']
      : []),
    ...(admits(restrictions.source, restrictions.target) ? [] : ['Membership restrictions mismatch']),
    ...[...clinicians, ...patients].flatMap(({ error }) => error ?? []),
    ...(exceedsTags(tags) ? [tooManyTags] : []),
  ];
  return {
    source: source.clinic,
    target: target.clinic,
    restrictions,
    settings,
    tags,
    sites: planSites(source, target),
    clinicians,
    patients,
    sourceClusters: clustersOf(source.patients),
    targetClusters: clustersOf(target.patients),
    errors: [...new Set(errors)],
    resultingPatients: patients.filter(({ action }) => action !== 'MERGE_INTO').length,
    createdTime: now(),
  };
}
