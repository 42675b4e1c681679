import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { isExpired } from '../../../src/identity/confirmations/confirmation-records.service';
import type {
  ConfirmationEntity,
  ConfirmationStatus,
} from '../../../src/identity/confirmations/confirmation.entity';
import { readContext } from '../../../src/identity/confirmations/invitation-context';
import type { EffectivePermission } from '../../../src/identity/permission';
import { ConfirmationStatusName } from './confirmations.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, JsonObject } from '../../scalars';
import { AlertsInput } from '../../care/alerts/alert-inputs.types';
import { AlertSettings } from '../../care/alerts/alerts.types';
import { PermissionName } from '../sharing/sharing.types';

@ObjectType({ description: 'An invitation to view, upload to or follow a person’s data.' })
export class Invitation {
  @Field(() => ID, { description: 'Key to answer with; valid only for the invited person.' })
  key!: string;

  @Field(() => ConfirmationStatusName, { description: 'Status of the invitation.' })
  status!: ConfirmationStatus;

  @Field({ description: 'Email address it was sent to; empty for a clinic.' })
  email!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the invited clinic; absent for people.' })
  clinicId!: string | null;

  @Field(() => [PermissionName], {
    description:
      'Permissions that the invitation asks for. One to follow also shows those that the member held when it was sent; accepting does not add them.',
  })
  permissions!: EffectivePermission[];

  @Field(() => String, { nullable: true, description: 'The inviter’s name for the invited person.' })
  nickname!: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Initial alert settings of the invited person, as in `POST …/alerts`.',
    deprecationReason: 'Use `alerts`, which is typed.',
  })
  alertsConfig!: object | null;

  @Field(() => AlertSettings, {
    nullable: true,
    description: 'Initial alert settings of the invited person.',
  })
  alerts!: AlertSettings | null;

  @Field(() => DateTime, { description: 'When it was last sent.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it changed last.' })
  modifiedTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it expires.' })
  expiresTime!: number | null;

  @Field({ description: 'Whether it has expired; resending it renews it.' })
  expired!: boolean;

  /** The inviting account, for the edge `creator`. */
  creatorId!: string | null;
}

/** Maps an invitation to its GraphQL type. */
export function toInvitation({ context, ...confirmation }: ConfirmationEntity): Invitation {
  const { permissions, nickname = null, alertsConfig = null } = readContext(context);
  return Object.assign(new Invitation(), {
    ...confirmation,
    permissions,
    nickname,
    alertsConfig,
    alerts: alertsConfig,
    expired: isExpired(confirmation),
  });
}

@ObjectType({ description: 'An invitation and its cursor.' })
export class InvitationEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The invitation.' })
  node!: Invitation;
}

@ObjectType({ description: 'A page of invitations.' })
export class InvitationConnection {
  @Field(() => [InvitationEdge], { description: 'The invitations of the page.' })
  edges!: InvitationEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class InvitationPageArguments extends pageArguments('invitations') {}

@InputType({ description: 'The invited person, and what the invitation grants.' })
export class SendInvitationInput {
  @Field(() => ID, { description: 'Id of the inviting account.' })
  userId!: string;

  @Field({ description: 'Email address of the invited person, who may have no account yet.' })
  email!: string;

  @Field(() => [PermissionName], {
    description: 'Permissions to grant. `OWNER` is refused, and `CUSTODIAN` is ignored.',
  })
  permissions!: EffectivePermission[];

  @Field(() => String, {
    nullable: true,
    description: 'The inviter’s name for the person, up to 255 characters.',
  })
  nickname?: string;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Initial alert settings of the person as in the body of the REST route; only without `alerts`.',
    deprecationReason: 'Use `alerts`, which is typed.',
  })
  alertsConfig?: object;

  @Field(() => AlertsInput, {
    nullable: true,
    description: 'Initial alert settings of the person; only together with `FOLLOW`.',
  })
  alerts?: AlertsInput;
}

@InputType({ description: 'The invitation to resend.' })
export class ResendInvitationInput {
  @Field(() => ID, { description: 'Id of the key of the invitation.' })
  key!: string;
}

@InputType({ description: 'The inviter, and the address whose invitations to cancel.' })
export class CancelInvitationInput {
  @Field(() => ID, { description: 'Id of the inviting account.' })
  userId!: string;

  @Field({ description: 'Email address of the invitations, ignoring case.' })
  email!: string;
}

@InputType({ description: 'An invitation to answer.' })
export class AnswerInvitationInput {
  @Field(() => ID, { description: 'Id of the invited account.' })
  userId!: string;

  @Field(() => ID, { description: 'Id of the inviting account.' })
  inviterId!: string;

  @Field(() => ID, { description: 'Id of the key of the invitation.' })
  key!: string;
}

@ObjectType({ description: 'Result of changing an invitation.' })
export class InvitationPayload {
  @Field(() => Invitation, { description: 'The invitation after the change.' })
  invitation!: Invitation;
}

@ObjectType({ description: 'Result of accepting an invitation.' })
export class AcceptInvitationPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field(() => ID, { description: 'The `id` of the invitation, which is answered and gone.' })
  removedId!: string;

  /** The accounts, for the edge `share`. */
  ends!: { ownerId: string; memberId: string };
}

@ObjectType({ description: 'Result of declining an invitation.' })
export class DeclineInvitationPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field(() => Invitation, { description: 'The invitation after the change.' })
  invitation!: Invitation;
}
