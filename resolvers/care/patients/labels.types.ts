import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A tag that a clinic gives its patients.' })
export class PatientTag {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters.' })
  id!: string;

  @Field({ description: 'The name. Two tags of a clinic must differ in more than case and spaces.' })
  name!: string;

  @Field(() => Int, { description: 'Current number of patients with this tag.' })
  numPatients!: number;
}

/** A tag whose patients are only counted when the count is selected. */
export type UncountedTag = Pick<PatientTag, 'id' | 'name'> & { clinicId: string };

@ObjectType({ description: 'A site of a clinic, such as a branch.' })
export class Site {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters.' })
  id!: string;

  @Field({ description: 'The name. Two sites of a clinic must differ in more than case.' })
  name!: string;

  @Field(() => Int, { description: 'Current number of patients at this site.' })
  numPatients!: number;
}

@InputType({ description: 'A new tag.' })
export class CreatePatientTagInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field({
    description: '1 to 20 letters, digits, spaces and `_ + > < -`. It must not begin with a space.',
  })
  name!: string;
}

@InputType({ description: 'A tag and its new name.' })
export class RenamePatientTagInput extends CreatePatientTagInput {
  @Field(() => ID, { description: 'Id of the tag.' })
  tagId!: string;
}

@InputType({ description: 'A tag to delete.' })
export class RemovePatientTagInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the tag.' })
  tagId!: string;
}

@InputType({ description: 'A tag, and the patients to assign it to or remove it from.' })
export class TagPatientsInput extends RemovePatientTagInput {
  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of 1 to 1,000 accounts, without duplicates; all patients of the clinic if absent. An empty list is refused.',
  })
  patientIds?: string[];
}

@ObjectType({ description: 'Result of changing a tag.' })
export class PatientTagPayload {
  @Field({ description: 'The tag after the change.' })
  tag!: PatientTag;
}

@ObjectType({ description: 'Result of assigning a tag to patients, or removing it from them.' })
export class TagPatientsPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  clinicId!: string;

  /** For the edge `tag`. */
  tagId!: string;

  /** For the edge `patients`. */
  patientIds?: readonly string[] | null;
}

@InputType({ description: 'A new site.' })
export class CreateSiteInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field({
    description:
      '1 to 200 letters, digits, spaces and printable ASCII characters. It must not begin with a space.',
  })
  name!: string;
}

@InputType({ description: 'A site and its new name.' })
export class RenameSiteInput extends CreateSiteInput {
  @Field(() => ID, { description: 'Id of the site.' })
  siteId!: string;
}

@InputType({ description: 'A site to delete.' })
export class RemoveSiteInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the site.' })
  siteId!: string;
}

@InputType({ description: 'Two sites of a clinic to merge.' })
export class MergeSitesInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the site that keeps the patients.' })
  siteId!: string;

  @Field(() => ID, { description: 'Id of the site to delete.' })
  sourceId!: string;
}

@InputType({ description: 'A tag to convert to a site.' })
export class ConvertTagToSiteInput extends RemovePatientTagInput {}

@ObjectType({ description: 'Result of changing a site.' })
export class SitePayload {
  @Field({ description: 'The site after the change.' })
  site!: Site;

  @Field(() => ID, {
    nullable: true,
    description:
      'The `id` of the tag that became the site, or of the site that was merged into it, by which caches find it. Otherwise absent.',
  })
  removedId?: string;
}
