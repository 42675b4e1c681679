import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { MergePlan as Plan } from '../src/clinics/merging/merge-plan';
import { MembershipRestriction } from './clinic-settings.types';
import { ClinicianRoleName } from './clinicians.types';
import { DateTime } from './scalars';

/** What a merge does with something; not all of it applies to everything. */
export const MergeAction = {
  CREATE: 'CREATE',
  SKIP: 'SKIP',
  RETAIN: 'RETAIN',
  MOVE: 'MOVE',
  RENAME: 'RENAME',
  MERGE: 'MERGE',
  MERGE_INTO: 'MERGE_INTO',
} as const;

registerEnumType(MergeAction, {
  name: 'MergeAction',
  description: 'What a merge does with a tag, a site, a clinician or a patient.',
  valuesConfig: {
    CREATE: { description: 'The target gets a tag of this name.' },
    SKIP: { description: 'The target has a tag of this name already.' },
    RETAIN: { description: 'It is in the target already, and stays.' },
    MOVE: { description: 'It goes to the target.' },
    RENAME: { description: 'It goes to the target under another name.' },
    MERGE: { description: 'It is in both; the record in the source is dropped.' },
    MERGE_INTO: { description: 'It is in both; this is the record that stays.' },
  },
});

@ObjectType({ description: 'A setting that must be the same in both clinics.' })
export class MergedSetting {
  @Field({ description: 'Which setting.' })
  name!: string;

  @Field({ description: 'What it is in the source.' })
  sourceValue!: string;

  @Field({ description: 'What it is in the target.' })
  targetValue!: string;
}

@ObjectType({ description: 'A tag or a site of two clinics, and what becomes of it.' })
export class MergedLabel {
  @Field(() => ID, { description: 'The tag or site.' })
  id!: string;

  @Field({ description: 'The name in the target.' })
  name!: string;

  @Field(() => MergeAction, { description: 'What becomes of it.' })
  action!: string;

  @Field(() => [String], { description: 'Names of the clinics that have it.' })
  workspaces!: string[];
}

@ObjectType({ description: 'Somebody of two clinics, and what becomes of the record.' })
export class MergedClinician {
  @Field(() => ID, { nullable: true, description: 'The account; absent for an open invitation.' })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address; none for a service account.' })
  email!: string | null;

  @Field(() => MergeAction, { description: 'What becomes of the record.' })
  action!: string;

  @Field(() => [ClinicianRoleName], { description: 'What they may do in the target then.' })
  resultingRoles!: string[];

  @Field(() => [String], { description: 'Names of the clinics where they work.' })
  workspaces!: string[];

  @Field({ description: 'In charge of the source, and not of the target.' })
  downgraded!: boolean;

  @Field(() => String, { nullable: true, description: 'Why they keep the clinics from being merged.' })
  error?: string;
}

@ObjectType({ description: 'Somebody of the target who may be the same person.' })
export class MergeConflict {
  @Field({ description: 'What speaks for it, such as `MRN Only Match`.' })
  category!: string;

  @Field(() => ID, { description: 'The account in the target.' })
  userId!: string;
}

@ObjectType({ description: 'A patient of two clinics, and what becomes of the record.' })
export class MergedPatient {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field({ description: 'Birthday, `YYYY-MM-DD`; empty when it is not known.' })
  birthDate!: string;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field({ description: 'True when the owner has taken the account over, or has always had it.' })
  isClaimed!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When data were last uploaded; null when never.' })
  lastUploadTime!: number | null;

  @Field(() => [String], { description: 'Names of the tags in the source.' })
  sourceTags!: string[];

  @Field(() => [String], { description: 'Names of the tags in the target.' })
  targetTags!: string[];

  @Field(() => [String], { description: 'Names of the sites in the source.' })
  sourceSites!: string[];

  @Field(() => [String], { description: 'Names of the sites in the target.' })
  targetSites!: string[];

  @Field(() => MergeAction, { description: 'What becomes of the record.' })
  action!: string;

  @Field(() => [String], { description: 'Names of the tags that the patient has then.' })
  resultingTags!: string[];

  @Field(() => [String], { description: 'Names of the sites that the patient is at then.' })
  resultingSites!: string[];

  @Field(() => [MergeConflict], { description: 'Who of the target may be the same person.' })
  conflicts!: MergeConflict[];

  @Field(() => String, { nullable: true, description: 'Why they keep the clinics from being merged.' })
  error?: string;
}

@ObjectType({ description: 'What it does to make one clinic a part of another one.' })
export class MergePlan {
  @Field(() => ID, { description: 'The clinic that is no more then.' })
  sourceId!: string;

  @Field(() => ID, { description: 'The clinic that gets everything.' })
  targetId!: string;

  @Field({ description: 'Something keeps the clinics from being merged.' })
  preventsMerge!: boolean;

  @Field(() => [String], { description: 'What keeps them from it.' })
  errors!: string[];

  @Field(() => Int, { description: 'How many patients the target has then, without the demo patient.' })
  resultingPatientsCount!: number;

  @Field(() => [MergedSetting], { description: 'Settings that must be the same.' })
  settings!: MergedSetting[];

  @Field(() => [MergedLabel], { description: 'Tags of the source, then those of the target.' })
  tags!: MergedLabel[];

  @Field(() => [MergedLabel], { description: 'Sites of the source, then those of the target.' })
  sites!: MergedLabel[];

  @Field(() => [MergedClinician], { description: 'People of the source, then those of the target.' })
  clinicians!: MergedClinician[];

  @Field(() => [MergedPatient], { description: 'Patients of the source, then those of the target.' })
  patients!: MergedPatient[];

  @Field(() => [MembershipRestriction], { description: 'Who may join the source.' })
  sourceRestrictions!: MembershipRestriction[];

  @Field(() => [MembershipRestriction], { description: 'Who may join the target.' })
  targetRestrictions!: MembershipRestriction[];

  @Field(() => [[ID]], {
    description: 'Groups of accounts in the source that may be of one person each; they keep nothing off.',
  })
  sourceClusters!: string[][];

  @Field(() => [[ID]], {
    description: 'Groups of accounts in the target that may be of one person each; they keep nothing off.',
  })
  targetClusters!: string[][];

  @Field(() => DateTime, { description: 'When the plan was made.' })
  createdTime!: number;
}

const toMergedPatient = (planned: Plan['patients'][number]): MergedPatient[] => {
  const { sourcePatient, targetPatient, conflicts, action, resultingTags, resultingSites, error } = planned;
  const isOfSource = action === 'MOVE' || action === 'MERGE';
  const record = isOfSource ? sourcePatient : targetPatient;
  if (!record) return [];
  const { userId, fullName, birthDate, mrn, isCustodial, lastUpload } = record;
  return [
    {
      userId,
      fullName,
      birthDate,
      mrn,
      isClaimed: !isCustodial,
      lastUploadTime: lastUpload,
      sourceTags: sourcePatient?.tags ?? [],
      targetTags: targetPatient?.tags ?? [],
      sourceSites: sourcePatient?.sites ?? [],
      targetSites: targetPatient?.sites ?? [],
      action,
      resultingTags,
      resultingSites,
      conflicts: conflicts.map(({ category, patient }) => ({ category, userId: patient.userId })),
      error,
    },
  ];
};

const toIds = (clusters: Plan['sourceClusters']): string[][] =>
  clusters.map((cluster) => cluster.map(({ userId }) => userId));

/** A plan as the graph shows it. */
export const toMergePlan = (plan: Plan): MergePlan => ({
  sourceId: plan.source.id,
  targetId: plan.target.id,
  preventsMerge: plan.errors.length > 0,
  errors: plan.errors,
  resultingPatientsCount: plan.resultingPatients,
  settings: plan.settings,
  tags: plan.tags.map(({ id, name, action, workspaces }) => ({ id, name, action, workspaces })),
  sites: plan.sites.map(({ site, name, action, sourceWorkspace }) => ({
    id: site.id,
    name,
    action,
    workspaces: [sourceWorkspace],
  })),
  clinicians: plan.clinicians.map(({ clinician, action, downgraded, resultingRoles, workspaces, error }) => ({
    userId: clinician.userId,
    name: clinician.name,
    email: clinician.email,
    action,
    resultingRoles,
    workspaces,
    downgraded,
    error,
  })),
  patients: plan.patients.flatMap(toMergedPatient),
  sourceRestrictions: plan.restrictions.source,
  targetRestrictions: plan.restrictions.target,
  sourceClusters: toIds(plan.sourceClusters),
  targetClusters: toIds(plan.targetClusters),
  createdTime: plan.createdTime,
});

@InputType({ description: 'Two clinics; the source becomes a part of the target.' })
export class MergeClinicsInput {
  @Field(() => ID, { description: 'The clinic that is no more then.' })
  sourceId!: string;

  @Field(() => ID, { description: 'The clinic that gets everything.' })
  targetId!: string;
}
