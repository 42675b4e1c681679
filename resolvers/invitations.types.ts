import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { isExpired } from '../src/confirmations/confirmation-records.service';
import type { ConfirmationEntity, ConfirmationStatus } from '../src/confirmations/confirmation.entity';
import { readContext } from '../src/confirmations/invitation-context';
import type { EffectivePermission } from '../src/sharing/permission';
import { ConfirmationStatusName } from './confirmations.types';
import { PageInfo } from './page-info';
import { DateTime, JsonObject } from './scalars';
import { PermissionName } from './sharing.types';

@ObjectType({ description: 'An invitation to see, write or follow somebody’s data.' })
export class Invitation {
  @Field(() => ID, { description: 'What the invited person answers with; it works for them alone.' })
  key!: string;

  @Field(() => ConfirmationStatusName, { description: 'What has become of it.' })
  status!: ConfirmationStatus;

  @Field({ description: 'Address that it went to; empty for a clinic.' })
  email!: string;

  @Field(() => ID, { nullable: true, description: 'The invited clinic; absent for people.' })
  clinicId!: string | null;

  @Field(() => [PermissionName], { description: 'What the invited person may do after accepting.' })
  permissions!: EffectivePermission[];

  @Field(() => String, { nullable: true, description: 'What the inviter calls the invited person.' })
  nickname!: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The alerts that the invited person gets to begin with, as in `POST …/alerts`.',
  })
  alertsConfig!: object | null;

  @Field(() => DateTime, { description: 'When it was sent, or sent again.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it changed last.' })
  modifiedTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it is too late to accept.' })
  expiresTime!: number | null;

  @Field({ description: 'It is too late to accept; sending it again helps.' })
  expired!: boolean;

  /** The inviter; for the edge `creator`. */
  creatorId!: string | null;
}

/** An invitation as the graph shows it. */
export function toInvitation({ context, ...confirmation }: ConfirmationEntity): Invitation {
  const { permissions, nickname = null, alertsConfig = null } = readContext(context);
  return Object.assign(new Invitation(), {
    ...confirmation,
    permissions,
    nickname,
    alertsConfig,
    expired: isExpired(confirmation),
  });
}

@ObjectType({ description: 'An invitation and its place in the list.' })
export class InvitationEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The invitation.' })
  node!: Invitation;
}

@ObjectType({ description: 'A page of invitations.' })
export class InvitationConnection {
  @Field(() => [InvitationEdge], { description: 'The invitations of the page.' })
  edges!: InvitationEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class InvitationPageArguments {
  @Field(() => Int, { description: 'How many invitations at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@InputType({ description: 'Whom an account invites, and to what.' })
export class SendInvitationInput {
  @Field(() => ID, { description: 'Account that invites.' })
  userId!: string;

  @Field({ description: 'E-mail address of the invited person, who may have no account yet.' })
  email!: string;

  @Field(() => [PermissionName], {
    description: 'What the person may do after accepting. `OWNER` is refused, and `CUSTODIAN` is left out.',
  })
  permissions!: EffectivePermission[];

  @Field(() => String, {
    nullable: true,
    description: 'What the inviter calls the person, up to 255 characters.',
  })
  nickname?: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The alerts that the person gets to begin with; only together with `FOLLOW`.',
  })
  alertsConfig?: object;
}

@InputType({ description: 'Which invitation is to be sent once more.' })
export class ResendInvitationInput {
  @Field(() => ID, { description: 'The key of the invitation.' })
  key!: string;
}

@InputType({ description: 'Whose invitations to which address are called off.' })
export class CancelInvitationInput {
  @Field(() => ID, { description: 'Account that has invited.' })
  userId!: string;

  @Field({ description: 'Address that the invitations went to, in any case.' })
  email!: string;
}

@InputType({ description: 'The invitation that the invited person answers.' })
export class AnswerInvitationInput {
  @Field(() => ID, { description: 'The invited account.' })
  userId!: string;

  @Field(() => ID, { description: 'Account that has invited.' })
  inviterId!: string;

  @Field(() => ID, { description: 'The key of the invitation.' })
  key!: string;
}

@ObjectType({ description: 'An invitation after a change.' })
export class InvitationPayload {
  @Field(() => Invitation, { description: 'The invitation.' })
  invitation!: Invitation;
}
