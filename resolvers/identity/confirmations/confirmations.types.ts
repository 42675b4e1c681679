import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { isExpired } from '../../../src/identity/confirmations/confirmation-records.service';
import type {
  ConfirmationEntity,
  ConfirmationStatus,
} from '../../../src/identity/confirmations/confirmation.entity';
import { DateTime } from '../../scalars';

const statuses = ['pending', 'completed', 'canceled', 'declined'] as const;

/** Statuses in the graph, mapped to their names on the wire. */
export const ConfirmationStatusName = Object.fromEntries(
  statuses.map((status) => [status.toUpperCase(), status]),
) as Record<string, ConfirmationStatus>;

registerEnumType(ConfirmationStatusName, {
  name: 'ConfirmationStatus',
  description: 'The status of a confirmation.',
  valuesConfig: {
    PENDING: { description: 'Pending; it may be too late to answer, see `expired`.' },
    COMPLETED: { description: 'Confirmed or accepted.' },
    CANCELED: { description: 'Canceled by the sender.' },
    DECLINED: { description: 'Declined by the recipient.' },
  },
});

@ObjectType({ description: 'Diabetes details from the creator’s profile; empty fields are unknown.' })
export class CreatorPatient {
  @Field({ description: 'Day of birth, `YYYY-MM-DD`.' })
  birthday!: string;

  @Field({ description: 'Day of the diagnosis, `YYYY-MM-DD`.' })
  diagnosisDate!: string;

  @Field({ description: 'Whether the person with diabetes is not the owner of the account.' })
  isOtherPerson!: boolean;

  @Field({ description: 'Name of the person with diabetes, if it is not the owner.' })
  fullName!: string;
}

@ObjectType({
  description: 'What the invited person can see of the inviter’s current profile.',
})
export class CreatorProfile {
  @Field({ description: 'Full name; empty if there is none.' })
  fullName!: string;

  @Field({ description: 'The person with diabetes.' })
  patient!: CreatorPatient;
}

@ObjectType({ description: 'The creator of a confirmation or an invitation.' })
export class ConfirmationCreator {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the account; absent for a person who signed up themselves.',
  })
  userId!: string | null;

  @Field(() => CreatorProfile, { nullable: true, description: 'The profile; absent if there is none.' })
  profile!: CreatorProfile | null;
}

@ObjectType({ description: 'A request to the owner of an address to confirm it.' })
export class SignupConfirmation {
  @Field(() => String, {
    nullable: true,
    description:
      'The key from the mail. For trusted servers only: anyone who has it can confirm the address.',
  })
  key!: string | null;

  @Field(() => ConfirmationStatusName, { description: 'Status of the confirmation.' })
  status!: ConfirmationStatus;

  @Field({ description: 'Email address to confirm.' })
  email!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the clinic that created the account.' })
  clinicId!: string | null;

  @Field(() => DateTime, { description: 'When its current key was created.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it changed last.' })
  modifiedTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it expires.' })
  expiresTime!: number | null;

  @Field({ description: 'Whether it has expired.' })
  expired!: boolean;

  /** The account that created the account, for the edge `creator`. */
  creatorId!: string | null;

  /** The account whose address it is, for the id. */
  userId!: string;
}

/** Maps a sign-up confirmation to its GraphQL type. */
export const toSignupConfirmation = (confirmation: ConfirmationEntity): SignupConfirmation =>
  Object.assign(new SignupConfirmation(), {
    ...confirmation,
    expired: isExpired(confirmation),
  });
