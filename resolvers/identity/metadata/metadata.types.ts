import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Collection } from '../../../src/identity/metadata/merge';
import { Changes } from '../../clearable';
import { CalendarDay, JsonObject } from '../../scalars';
import { User } from '../auth/accounts.types';
import { AccountPreferencesInput, AccountSettingsInput } from './account-settings.types';

@ObjectType({
  description: 'Diabetes details from a profile, as written by the person.',
})
export class PatientProfile {
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the data is about somebody else than the owner of the account, such as a child. `fullName` is then the name of that person.',
  })
  isOtherPerson?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Full name of the person with diabetes, if that is not the owner of the account.',
  })
  fullName?: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Day of birth. Absent if applications wrote no day such as `1990-05-06`; see `Profile.raw`.',
  })
  birthday?: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Day of the diagnosis. Absent if applications wrote no day; see `Profile.raw`.',
  })
  diagnosisDate?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Type of diabetes, as applications write it: a text such as `type1` or `gestational`.',
  })
  diagnosisType?: string;

  @Field(() => String, { nullable: true, description: 'Biological sex.' })
  biologicalSex?: string;

  @Field(() => [String], { nullable: true, description: 'Devices that the person uploads from.' })
  targetDevices?: string[];

  @Field(() => String, { nullable: true, description: 'Time zone for uploads.' })
  targetTimezone?: string;

  @Field(() => String, { nullable: true, description: 'The person’s description of themselves.' })
  about?: string;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn?: string;
}

@ObjectType({ description: 'A person’s profile: the collection `profile` of their metadata.' })
export class Profile {
  @Field(() => String, {
    nullable: true,
    description: 'Full name of the owner of the account. See `displayName` for the person whose data it is.',
  })
  fullName?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the person whose data it is: of the person who is cared for, if there is one, else of the owner of the account.',
  })
  displayName!: string | null;

  @Field(() => PatientProfile, {
    nullable: true,
    description: 'Diabetes details; present for people with diabetes.',
  })
  patient?: PatientProfile;

  @Field(() => JsonObject, { description: 'The whole collection, as written by clients.' })
  raw!: Collection;
}

@InputType({
  description:
    'Changes to one metadata collection: typed as `settings` or `preferences`, or of any `collection` as a `patch`. Send one of the three.',
})
export class UpdateMetadataInput {
  @Field(() => ID, { description: 'Account that the collection belongs to.' })
  userId!: string;

  @Changes()
  @Field(() => AccountSettingsInput, {
    nullable: true,
    description: 'Changes to the collection `settings`.',
  })
  settings?: AccountSettingsInput;

  @Changes()
  @Field(() => AccountPreferencesInput, {
    nullable: true,
    description: 'Changes to the collection `preferences`.',
  })
  preferences?: AccountPreferencesInput;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the collection that `patch` changes: `profile`, `preferences`, `settings` or `groups`.',
  })
  collection?: string;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Changes as free JSON, for keys that applications choose. Each key replaces that key of the collection; null removes it. A key with dots is a path.',
  })
  patch?: Collection;
}

@ObjectType({ description: 'Result of changing a metadata collection.' })
export class UpdateMetadataPayload {
  @Field(() => JsonObject, {
    description: 'The whole collection as free JSON: its keys are those that applications choose.',
  })
  collection!: Collection;

  @Field(() => User, { description: 'The account whose metadata changed.' })
  user!: User;
}

@InputType({ description: 'An item of the collection `private`.' })
export class EnsurePrivateItemInput {
  @Field(() => ID, { description: 'Account that the collection belongs to.' })
  userId!: string;

  @Field({ description: 'Name of the item, 1 to 255 characters.' })
  name!: string;
}

@ObjectType({ description: 'Random values that identify an account to a trusted server.' })
export class PrivateItem {
  @Field({ description: 'A name, if a server has set one; otherwise empty.' })
  name!: string;

  @Field(() => ID, { description: 'The id that stands for the account: ten hexadecimal characters.' })
  id!: string;

  @Field({ description: 'A random text that belongs to the id: 24 hexadecimal characters.' })
  hash!: string;
}

@ObjectType({ description: 'An item of the collection `private`.' })
export class EnsurePrivateItemPayload {
  @Field(() => PrivateItem, { description: 'The item; every call returns the same one.' })
  item!: PrivateItem;
}
