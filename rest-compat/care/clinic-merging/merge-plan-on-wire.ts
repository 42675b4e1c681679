import { isoTime } from '../../../src/platform/clock';
import type { MergePlan } from '../../../src/care/clinic-merging/merge-plan';

type Patients = MergePlan['sourceClusters'][number];
type Patient = Patients[number];

const clinicOnWire = ({ id, name }: MergePlan['source']) => ({ Id: id, Name: name });

const patientOnWire = (patient: Patient | null) =>
  patient && {
    UserId: patient.userId,
    FullName: patient.fullName,
    BirthDate: patient.birthDate || null,
    Mrn: patient.mrn,
    Email: patient.email,
    Claimed: !patient.isCustodial,
    TagNames: patient.tags,
    SiteNames: patient.sites,
    LastUploadTime: patient.lastUpload === null ? null : isoTime(patient.lastUpload),
  };

const restrictionsOnWire = (restrictions: MergePlan['restrictions']['source']) =>
  restrictions.map(({ emailDomain, requiredIdp }) => ({
    EmailDomain: emailDomain,
    RequiredIdp: requiredIdp,
  }));

function conflictsOnWire(conflicts: MergePlan['patients'][number]['conflicts']): object {
  const byCategory: Record<string, object[]> = {};
  for (const { category, patient } of conflicts)
    (byCategory[category] ??= []).push({ Category: category, Patient: patientOnWire(patient) });
  return byCategory;
}

/** Maps the plan of a merge to the names that operators' tools know. */
export const mergePlanOnWire = (plan: MergePlan): object => ({
  Source: clinicOnWire(plan.source),
  Target: clinicOnWire(plan.target),
  MembershipRestrictionsMergePlan: {
    SourceValue: restrictionsOnWire(plan.restrictions.source),
    TargetValue: restrictionsOnWire(plan.restrictions.target),
  },
  SettingsPlans: plan.settings.map(({ name, sourceValue, targetValue }) => ({
    Name: name,
    SourceValue: sourceValue,
    TargetValue: targetValue,
  })),
  TagsPlans: plan.tags.map(({ name, action, workspaces, merge }) => ({
    Name: name,
    TagAction: action,
    Workspaces: workspaces,
    Merge: merge,
  })),
  SitesPlans: plan.sites.map(({ site, action, sourceWorkspace, name }) => ({
    Site: { Id: site.id, Name: site.name },
    Action: action,
    SourceWorkspace: sourceWorkspace,
    ExpectedRename: action === 'RENAME' ? name : '',
  })),
  ClinicianPlans: plan.clinicians.map(
    ({ clinician, action, downgraded, resultingRoles, workspaces, error }) => ({
      Clinician: {
        UserId: clinician.userId,
        Name: clinician.name,
        Email: clinician.email,
        Roles: clinician.roles,
      },
      ClinicianAction: action,
      Downgraded: downgraded,
      ResultingRoles: resultingRoles,
      Workspaces: workspaces,
      Error: error === undefined ? null : { Message: error },
    }),
  ),
  PatientPlans: plan.patients.map(
    ({ sourcePatient, targetPatient, conflicts, action, resultingTags, resultingSites, error }) => ({
      SourcePatient: patientOnWire(sourcePatient),
      TargetPatient: patientOnWire(targetPatient),
      Conflicts: conflictsOnWire(conflicts),
      PatientAction: action,
      SourceTagNames: sourcePatient?.tags ?? [],
      TargetTagNames: targetPatient?.tags ?? [],
      PostMigrationTagNames: resultingTags,
      SourceSiteNames: sourcePatient?.sites ?? [],
      TargetSiteNames: targetPatient?.sites ?? [],
      PostMigrationSiteNames: resultingSites,
      CanExecuteAction: error === undefined,
      Error: error === undefined ? null : { Message: error },
    }),
  ),
  SourcePatientClusters: plan.sourceClusters.map((cluster) => ({ Patients: cluster.map(patientOnWire) })),
  TargetPatientClusters: plan.targetClusters.map((cluster) => ({ Patients: cluster.map(patientOnWire) })),
  CreatedTime: isoTime(plan.createdTime),
  PreventsMerge: plan.errors.length > 0,
  Errors: plan.errors,
  ResultingPatientsCount: plan.resultingPatients,
});
