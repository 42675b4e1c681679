import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Collection } from '../src/metadata/merge';
import { JsonObject } from './scalars';

@ObjectType({
  description: 'What a profile tells about the person’s diabetes. All of it is as the person wrote it.',
})
export class PatientProfile {
  @Field(() => String, { nullable: true, description: 'Day of birth, `YYYY-MM-DD`.' })
  birthday?: string;

  @Field(() => String, { nullable: true, description: 'Day of the diagnosis, `YYYY-MM-DD`.' })
  diagnosisDate?: string;

  @Field(() => String, { nullable: true, description: 'Type of diabetes, such as `type1` or `gestational`.' })
  diagnosisType?: string;

  @Field(() => String, { nullable: true, description: 'Biological sex.' })
  biologicalSex?: string;

  @Field(() => [String], { nullable: true, description: 'Devices that the person uploads from.' })
  targetDevices?: string[];

  @Field(() => String, { nullable: true, description: 'Time zone that uploads are put into.' })
  targetTimezone?: string;

  @Field(() => String, { nullable: true, description: 'What the person says about themselves.' })
  about?: string;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn?: string;
}

@ObjectType({ description: 'Who somebody is: the collection `profile` of their metadata.' })
export class Profile {
  @Field(() => String, { nullable: true, description: 'Full name.' })
  fullName?: string;

  @Field(() => PatientProfile, { nullable: true, description: 'Present for people with diabetes.' })
  patient?: PatientProfile;

  @Field(() => JsonObject, { description: 'The whole collection as clients have written it.' })
  raw!: Collection;
}

@InputType({ description: 'What to change in a collection of metadata.' })
export class UpdateMetadataInput {
  @Field(() => ID, { description: 'Account that the collection belongs to.' })
  userId!: string;

  @Field({ description: 'Name of the collection: `profile`, `preferences`, `settings` or `groups`.' })
  collection!: string;

  @Field(() => JsonObject, {
    description: 'Each key replaces that key of the collection; null removes it; a key with dots is a path.',
  })
  patch!: Collection;
}

@ObjectType({ description: 'A collection of metadata after a change.' })
export class UpdateMetadataPayload {
  @Field(() => JsonObject, { description: 'The whole collection.' })
  collection!: Collection;
}

@InputType({ description: 'Which item of the collection `private` is wanted.' })
export class EnsurePrivateItemInput {
  @Field(() => ID, { description: 'Account that the collection belongs to.' })
  userId!: string;

  @Field({ description: 'Name of the item, 1 to 255 characters.' })
  name!: string;
}

@ObjectType({ description: 'Random facts that stand for an account within a trusted server.' })
export class PrivateItem {
  @Field({ description: 'A name, if a server has given one; else empty.' })
  name!: string;

  @Field({ description: 'Ten hexadecimal characters.' })
  id!: string;

  @Field({ description: '24 hexadecimal characters.' })
  hash!: string;
}

@ObjectType({ description: 'An item of the collection `private`.' })
export class EnsurePrivateItemPayload {
  @Field(() => PrivateItem, { description: 'The item; every call gets the same one.' })
  item!: PrivateItem;
}
