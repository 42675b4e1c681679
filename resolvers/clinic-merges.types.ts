import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { MergePlan as Plan } from '../src/clinics/merging/merge-plan';
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
}

@ObjectType({ description: 'Somebody of two clinics, and what becomes of the record.' })
export class MergedClinician {
  @Field(() => ID, { nullable: true, description: 'The account; absent for an open invitation.' })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name.' })
  name!: string | null;

  @Field(() => MergeAction, { description: 'What becomes of the record.' })
  action!: string;

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

  @Field(() => DateTime, { description: 'When the plan was made.' })
  createdTime!: number;
}

/** A plan as the graph shows it. */
export const toMergePlan = (plan: Plan): MergePlan => ({
  sourceId: plan.source.id,
  targetId: plan.target.id,
  preventsMerge: plan.errors.length > 0,
  errors: plan.errors,
  resultingPatientsCount: plan.resultingPatients,
  settings: plan.settings,
  tags: plan.tags.map(({ id, name, action }) => ({ id, name, action })),
  sites: plan.sites.map(({ site, name, action }) => ({ id: site.id, name, action })),
  clinicians: plan.clinicians.map(({ clinician, action, downgraded, error }) => ({
    userId: clinician.userId,
    name: clinician.name,
    action,
    downgraded,
    error,
  })),
  patients: plan.patients.map((each) => ({
    userId: (each.sourcePatient ?? each.targetPatient)?.userId ?? '',
    fullName: (each.sourcePatient ?? each.targetPatient)?.fullName ?? '',
    action: each.action,
    resultingTags: each.resultingTags,
    resultingSites: each.resultingSites,
    conflicts: each.conflicts.map(({ category, patient }) => ({ category, userId: patient.userId })),
    error: each.error,
  })),
  createdTime: plan.createdTime,
});

@InputType({ description: 'Two clinics; the source becomes a part of the target.' })
export class MergeClinicsInput {
  @Field(() => ID, { description: 'The clinic that is no more then.' })
  sourceId!: string;

  @Field(() => ID, { description: 'The clinic that gets everything.' })
  targetId!: string;
}
