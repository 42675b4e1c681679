import { now } from '../../platform/clock';
import { badInput, conflict, unprocessable, type ApiError } from '../../platform/errors';
import type { ClinicEntity, MembershipRestriction } from '../clinics/clinic.entity';
import { findClusters } from './duplicates';
import { addressTaken, planClinicians, type ClinicianPlan } from './plan-clinicians';
import { exceedsTags, planSites, planTags, tooManyTags, type SitePlan, type TagPlan } from './plan-labels';
import { planPatients, type PatientPlan } from './plan-patients';
import type { WorkspacePatient } from '../patients/patient-contents.service';
import type { Handover, Workspace } from './workspace';

/** A setting that must be equal in both clinics, as text. */
export interface SettingPlan {
  name: string;
  sourceValue: string;
  targetValue: string;
}

/** The effects of a merge. */
export interface MergePlan {
  source: ClinicEntity;
  target: ClinicEntity;
  restrictions: { source: MembershipRestriction[]; target: MembershipRestriction[] };
  settings: SettingPlan[];
  tags: TagPlan[];
  sites: SitePlan[];
  clinicians: ClinicianPlan[];
  patients: PatientPlan[];
  /** Possible duplicates within each clinic; they do not prevent the merge. */
  sourceClusters: WorkspacePatient[][];
  targetClusters: WorkspacePatient[][];
  /** Everything that prevents the merge, without duplicates. */
  errors: string[];
  /** Number of patients after the merge. */
  resultingPatients: number;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

const comparedSettings = ({
  mrnSettings,
  preferredBgUnits,
  timezone,
}: ClinicEntity): Record<string, string> => ({
  'MRN required': String(mrnSettings?.required ?? false),
  'MRN unique': String(mrnSettings?.unique ?? false),
  'Glucose units': preferredBgUnits,
  Timezone: timezone ?? '',
});

function planSettings(source: ClinicEntity, target: ClinicEntity): SettingPlan[] {
  const targetValues = comparedSettings(target);
  return Object.entries(comparedSettings(source)).map(([name, sourceValue]) => ({
    name,
    sourceValue,
    targetValue: targetValues[name] ?? '',
  }));
}

/** What the source hands over to the target according to a plan. */
export function toHandover({ source, target, tags, sites, clinicians, patients }: MergePlan): Handover {
  return {
    source,
    target,
    tags: tags.filter(({ action }) => action !== 'RETAIN'),
    renamedSites: sites
      .filter(({ action }) => action === 'RENAME')
      .map(({ site, name }) => ({ id: site.id, name })),
    knownClinicians: clinicians.filter(({ action }) => action === 'MERGE').map(({ clinician }) => clinician),
    knownPatients: patients.flatMap(({ action, sourcePatient }) =>
      action === 'MERGE' && sourcePatient ? [sourcePatient.userId] : [],
    ),
  };
}

/** Why the clinics of a plan cannot be merged; null when they can. */
export function findRefusal({ errors }: MergePlan): ApiError | null {
  if (errors.length === 0) return null;
  const detail = `The clinics cannot be merged: ${errors.join('; ')}.`;
  if (errors.every((error) => error === tooManyTags)) return unprocessable(detail);
  if (errors.every((error) => error === tooManyTags || error === addressTaken)) return conflict(detail);
  return badInput(detail);
}

/** Whether everyone who may join the source may join the target under the same conditions. */
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

/** The effects of a merge of these clinics, or why it is prevented. */
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
    sourceClusters: findClusters(source.patients),
    targetClusters: findClusters(target.patients),
    errors: [...new Set(errors)],
    resultingPatients: patients.filter(({ action }) => action !== 'MERGE_INTO').length,
    createdTime: now(),
  };
}
