import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { isExpired } from '../src/confirmations/confirmation-records.service';
import type { ConfirmationEntity, ConfirmationStatus } from '../src/confirmations/confirmation.entity';
import { DateTime } from './scalars';

const statuses = ['pending', 'completed', 'canceled', 'declined'] as const;

/** The statuses as the graph spells them, mapped to their names on the wire. */
export const ConfirmationStatusName = Object.fromEntries(
  statuses.map((status) => [status.toUpperCase(), status]),
) as Record<string, ConfirmationStatus>;

registerEnumType(ConfirmationStatusName, {
  name: 'ConfirmationStatus',
  description: 'What has become of something that somebody was asked.',
  valuesConfig: {
    PENDING: { description: 'Not answered yet; perhaps too late by now, see `expired`.' },
    COMPLETED: { description: 'Confirmed or accepted.' },
    CANCELED: { description: 'Called off by who asked.' },
    DECLINED: { description: 'Declined by who was asked.' },
  },
});

@ObjectType({ description: 'What the profile of who asks tells of diabetes; empty where it tells nothing.' })
export class CreatorPatient {
  @Field({ description: 'Day of birth, `YYYY-MM-DD`.' })
  birthday!: string;

  @Field({ description: 'Day of the diagnosis, `YYYY-MM-DD`.' })
  diagnosisDate!: string;

  @Field({ description: 'The person with diabetes is not the owner of the account.' })
  isOtherPerson!: boolean;

  @Field({ description: 'Name of the person with diabetes, where it is not the owner.' })
  fullName!: string;
}

@ObjectType({ description: 'What whoever is asked may know of who asks, as their profile has it now.' })
export class CreatorProfile {
  @Field({ description: 'Full name; empty where none was told.' })
  fullName!: string;

  @Field({ description: 'The person with diabetes.' })
  patient!: CreatorPatient;
}

@ObjectType({ description: 'Who asks.' })
export class ConfirmationCreator {
  @Field(() => ID, { nullable: true, description: 'Account; absent for who asks for themselves.' })
  userId!: string | null;

  @Field(() => CreatorProfile, { nullable: true, description: 'Who this is; absent without a profile.' })
  profile!: CreatorProfile | null;
}

@ObjectType({ description: 'The confirmation of an address that its owner is asked for.' })
export class SignupConfirmation {
  @Field(() => String, {
    nullable: true,
    description: 'The key of the mail. For trusted servers only: whoever has it can confirm the address.',
  })
  key!: string | null;

  @Field(() => ConfirmationStatusName, { description: 'What has become of it.' })
  status!: ConfirmationStatus;

  @Field({ description: 'Address that is to be confirmed.' })
  email!: string;

  @Field(() => ID, { nullable: true, description: 'Clinic that has opened the account.' })
  clinicId!: string | null;

  @Field(() => DateTime, { description: 'When its present key was made.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it changed last.' })
  modifiedTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it is too late to confirm.' })
  expiresTime!: number | null;

  @Field({ description: 'It is too late to confirm.' })
  expired!: boolean;

  /** Who has opened the account; for the edge `creator`. */
  creatorId!: string | null;
}

/** A sign-up confirmation as the graph shows it. */
export const toSignupConfirmation = (confirmation: ConfirmationEntity): SignupConfirmation =>
  Object.assign(new SignupConfirmation(), {
    ...confirmation,
    expired: isExpired(confirmation),
  });
