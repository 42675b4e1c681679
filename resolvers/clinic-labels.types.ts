import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A tag that a clinic gives its patients.' })
export class PatientTag {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters.' })
  id!: string;

  @Field({ description: 'The name. No two tags of a clinic differ in nothing but case and blanks.' })
  name!: string;

  @Field(() => Int, { description: 'How many patients have it now.' })
  numPatients!: number;
}

/** A tag whose patients are counted when somebody asks how many they are. */
export type UncountedTag = Pick<PatientTag, 'id' | 'name'> & { clinicId: string };

@ObjectType({ description: 'A site of a clinic, such as a branch.' })
export class Site {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters.' })
  id!: string;

  @Field({ description: 'The name. No two sites of a clinic differ in nothing but case.' })
  name!: string;

  @Field(() => Int, { description: 'How many patients are there now.' })
  numPatients!: number;
}

@InputType({ description: 'A new tag.' })
export class CreatePatientTagInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field({
    description: '1 to 20 letters, digits, blanks and signs `_ + > < -`, with no blank at the start.',
  })
  name!: string;
}

@InputType({ description: 'A tag and its new name.' })
export class RenamePatientTagInput extends CreatePatientTagInput {
  @Field(() => ID, { description: 'The tag.' })
  tagId!: string;
}

@InputType({ description: 'A tag that is not needed any more.' })
export class RemovePatientTagInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The tag.' })
  tagId!: string;
}

@InputType({ description: 'A tag, and the patients who get it or lose it.' })
export class TagPatientsInput extends RemovePatientTagInput {
  @Field(() => [ID], {
    nullable: true,
    description: '1 to 1,000 accounts, none of them twice; when absent, all patients of the clinic.',
  })
  patientIds?: string[];
}

@ObjectType({ description: 'A tag after a change.' })
export class PatientTagPayload {
  @Field({ description: 'The tag as it is now.' })
  tag!: PatientTag;
}

@InputType({ description: 'A new site.' })
export class CreateSiteInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field({ description: '1 to 200 letters, digits, blanks and printable ASCII, with no blank at the start.' })
  name!: string;
}

@InputType({ description: 'A site and its new name.' })
export class RenameSiteInput extends CreateSiteInput {
  @Field(() => ID, { description: 'The site.' })
  siteId!: string;
}

@InputType({ description: 'A site that is no more.' })
export class RemoveSiteInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The site.' })
  siteId!: string;
}

@InputType({ description: 'Two sites of a clinic that become one.' })
export class MergeSitesInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The site that gets the patients.' })
  siteId!: string;

  @Field(() => ID, { description: 'The site that is no more then.' })
  sourceId!: string;
}

@InputType({ description: 'A tag that becomes a site.' })
export class ConvertTagToSiteInput extends RemovePatientTagInput {}

@ObjectType({ description: 'A site after a change.' })
export class SitePayload {
  @Field({ description: 'The site as it is now.' })
  site!: Site;
}
