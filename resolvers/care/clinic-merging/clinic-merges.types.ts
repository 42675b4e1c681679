import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { conflictCategories, type ConflictCategory } from '../../../src/care/clinic-merging/duplicates';
import type { MergePlan as Plan } from '../../../src/care/clinic-merging/merge-plan';
import { MembershipRestriction } from '../clinics/clinic-settings.types';
import { named } from '../clinics/clinics.types';
import { ClinicianRoleName } from '../clinics/clinicians.types';
import { CalendarDay, DateTime } from '../../scalars';

/** The effect of a merge on an item; not every value applies to every kind of item. */
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
  description: 'What a merge does to a tag, a site, a clinician or a patient.',
  valuesConfig: {
    CREATE: { description: 'The tag or site is created in the target.' },
    SKIP: { description: 'The target already has one of this name.' },
    RETAIN: { description: 'It already exists in the target and stays.' },
    MOVE: { description: 'It moves to the target.' },
    RENAME: { description: 'It moves to the target under a new name.' },
    MERGE: { description: 'It exists in both clinics; the record of the source is dropped.' },
    MERGE_INTO: { description: 'It exists in both clinics; this record is kept.' },
  },
});

@ObjectType({ description: 'A setting that must be equal in both clinics.' })
export class MergedSetting {
  @Field({ description: 'Name of the setting.' })
  name!: string;

  @Field({ description: 'Value in the source.' })
  sourceValue!: string;

  @Field({ description: 'Value in the target.' })
  targetValue!: string;
}

@ObjectType({ description: 'A tag or a site in a merge.' })
export class MergedLabel {
  @Field(() => ID, { description: 'Id of the tag or site.' })
  id!: string;

  @Field({ description: 'The name in the target.' })
  name!: string;

  @Field(() => MergeAction, { description: 'What the merge does to it.' })
  action!: string;

  @Field(() => [String], { description: 'Names of the clinics that have it.' })
  workspaces!: string[];
}

@ObjectType({ description: 'A clinician in a merge.' })
export class MergedClinician {
  @Field(() => ID, { nullable: true, description: 'Id of the account; absent for an open invitation.' })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the clinician.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'Email address; absent for a service account.' })
  email!: string | null;

  @Field(() => MergeAction, { description: 'What the merge does to the record.' })
  action!: string;

  @Field(() => [ClinicianRoleName], { description: 'Roles in the target after the merge.' })
  resultingRoles!: string[];

  @Field(() => [String], { description: 'Names of the clinics that they work in.' })
  workspaces!: string[];

  @Field({ description: 'They administer the source but not the target.' })
  downgraded!: boolean;

  @Field(() => String, { nullable: true, description: 'Why they prevent the merge.' })
  error?: string;
}

const ConflictCategoryName = named(conflictCategories, (category) =>
  category.toUpperCase().replaceAll(' ', '_'),
);

registerEnumType(ConflictCategoryName, {
  name: 'MergeConflictCategory',
  description: 'Why two records may belong to the same person.',
  valuesConfig: {
    DUPLICATE_ACCOUNTS: { description: 'They belong to the same account.' },
    LIKELY_DUPLICATE_ACCOUNTS: {
      description: 'Two of name, medical record number and birthday are the same.',
    },
    MRN_ONLY_MATCH: { description: 'Only the medical record number is the same.' },
    NAME_ONLY_MATCH: { description: 'Only the name is the same.' },
  },
});

@ObjectType({ description: 'A patient of the target who may be the same person.' })
export class MergeConflict {
  @Field(() => ConflictCategoryName, { description: 'What suggests that they are the same person.' })
  category!: ConflictCategory;

  @Field(() => ID, { description: 'Id of the account in the target.' })
  userId!: string;
}

@ObjectType({ description: 'A patient in a merge.' })
export class MergedPatient {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => CalendarDay, { nullable: true, description: 'Birthday; absent if unknown.' })
  birthDate!: string | null;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field({ description: 'Whether the account belongs to its owner, who has claimed or created it.' })
  isClaimed!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When data was last uploaded; null if never.' })
  lastUploadTime!: number | null;

  @Field(() => [String], { description: 'Names of the tags in the source.' })
  sourceTags!: string[];

  @Field(() => [String], { description: 'Names of the tags in the target.' })
  targetTags!: string[];

  @Field(() => [String], { description: 'Names of the sites in the source.' })
  sourceSites!: string[];

  @Field(() => [String], { description: 'Names of the sites in the target.' })
  targetSites!: string[];

  @Field(() => MergeAction, { description: 'What the merge does to the record.' })
  action!: string;

  @Field(() => [String], { description: 'Names of the patient’s tags after the merge.' })
  resultingTags!: string[];

  @Field(() => [String], { description: 'Names of the patient’s sites after the merge.' })
  resultingSites!: string[];

  @Field(() => [MergeConflict], { description: 'Patients of the target who may be the same person.' })
  conflicts!: MergeConflict[];

  @Field(() => String, { nullable: true, description: 'Why they prevent the merge.' })
  error?: string;
}

@ObjectType({ description: 'A preview of merging one clinic into another.' })
export class MergePlan {
  @Field(() => ID, { description: 'The clinic that the merge deletes.' })
  sourceId!: string;

  @Field(() => ID, { description: 'The clinic that remains.' })
  targetId!: string;

  @Field({ description: 'Whether anything prevents the merge.' })
  preventsMerge!: boolean;

  @Field(() => [String], { description: 'What prevents the merge.' })
  errors!: string[];

  @Field(() => Int, {
    description: 'Number of patients in the target after the merge, without the demo patient.',
  })
  resultingPatientsCount!: number;

  @Field(() => [MergedSetting], { description: 'Settings that must be equal.' })
  settings!: MergedSetting[];

  @Field(() => [MergedLabel], { description: 'Tags of the source, then those of the target.' })
  tags!: MergedLabel[];

  @Field(() => [MergedLabel], { description: 'Sites of the source, then those of the target.' })
  sites!: MergedLabel[];

  @Field(() => [MergedClinician], {
    description: 'Clinicians of the source, then those of the target.',
    deprecationReason: 'Use `mergedClinicians`, which has pages.',
  })
  clinicians!: MergedClinician[];

  @Field(() => [MergedPatient], {
    description: 'Patients of the source, then those of the target.',
    deprecationReason: 'Use `mergedPatients`, which has pages.',
  })
  patients!: MergedPatient[];

  @Field(() => [MembershipRestriction], { description: 'Membership restrictions of the source.' })
  sourceRestrictions!: MembershipRestriction[];

  @Field(() => [MembershipRestriction], { description: 'Membership restrictions of the target.' })
  targetRestrictions!: MembershipRestriction[];

  @Field(() => [[ID]], {
    description:
      'Groups of accounts in the source that may belong to the same person. They do not prevent the merge.',
  })
  sourceClusters!: string[][];

  @Field(() => [[ID]], {
    description:
      'Groups of accounts in the target that may belong to the same person. They do not prevent the merge.',
  })
  targetClusters!: string[][];

  @Field(() => DateTime, { description: 'When the plan was computed.' })
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
      birthDate: birthDate || null,
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

/** Maps a plan to its GraphQL type. */
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

@InputType({ description: 'Two clinics; the source is merged into the target.' })
export class MergeClinicsInput {
  @Field(() => ID, { description: 'Id of the clinic that the merge deletes.' })
  sourceId!: string;

  @Field(() => ID, { description: 'Id of the clinic that remains.' })
  targetId!: string;
}

@ObjectType({ description: 'Result of merging two clinics.' })
export class MergeClinicsPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field(() => ID, {
    description: 'The `id` of the clinic that the merge has deleted, by which caches find it.',
  })
  removedId!: string;

  /** The clinic that remains, for the edge `clinic`. */
  targetId!: string;
}
