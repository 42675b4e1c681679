import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { JoiningVerdict } from '../../../src/care/clinic-invitations/membership';
import type { ClinicianRole } from '../../../src/care/clinics/people/clinician-role';
import type {
  ConfirmationEntity,
  ConfirmationStatus,
} from '../../../src/identity/confirmations/confirmation.entity';
import { ClinicianRoleName } from '../clinics/clinicians.types';
import { ConfirmationStatusName } from '../../identity/confirmations/confirmations.types';
import { Invitation } from '../../identity/confirmations/invitations.types';
import { GlycemicRangesInput } from '../patients/patient-inputs.types';
import { DiagnosisTypeName } from '../patients/patients.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { CalendarDay, DateTime } from '../../scalars';
import { PermissionName } from '../../identity/sharing/sharing.types';

@ObjectType({ description: 'Requirements that an account must meet to join a clinic.' })
export class JoiningRestrictions {
  @Field({ description: 'Whether this session meets them.' })
  canAccept!: boolean;

  @Field(() => String, { nullable: true, description: 'Identity provider to log in with.' })
  requiredIdp?: string;
}

@ObjectType({ description: 'An invitation to work in a clinic. It never expires.' })
export class ClinicianInvitation {
  @Field(() => ID, { description: 'Key to answer with; valid only for the invited person.' })
  key!: string;

  @Field(() => ConfirmationStatusName, { description: 'Status of the invitation.' })
  status!: ConfirmationStatus;

  @Field({ description: 'Email address it was sent to.' })
  email!: string;

  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => DateTime, { description: 'When it was sent.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it was last changed or resent.' })
  modifiedTime!: number;

  /** The inviting account, for the edge `creator`. */
  creatorId!: string | null;

  /** Null if the reader cannot accept it. */
  restrictions!: JoiningVerdict | null;
}

@ObjectType({ description: 'An invitation on a page.' })
export class ClinicianInvitationEdge {
  @Field({ description: 'Position of the invitation, for `after` or `before`.' })
  cursor!: string;

  @Field({ description: 'The invitation.' })
  node!: ClinicianInvitation;
}

@ObjectType({ description: 'A page of invitations to work in clinics, newest first.' })
export class ClinicianInvitationConnection {
  @Field(() => [ClinicianInvitationEdge], { description: 'The invitations of the page.' })
  edges!: ClinicianInvitationEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class ClinicianInvitationArguments extends pageArguments('invitations') {}

/** Maps an invitation to its GraphQL type. */
export const toClinicianInvitation = (invite: ConfirmationEntity): ClinicianInvitation =>
  Object.assign(new ClinicianInvitation(), {
    key: invite.key,
    status: invite.status,
    email: invite.email,
    clinicId: invite.clinicId,
    createdTime: invite.createdTime,
    modifiedTime: invite.modifiedTime,
    creatorId: invite.creatorId,
    restrictions: null,
  });

@InputType({ description: 'A person whom a clinic invites to work there.' })
export class InviteClinicianInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field({ description: 'Email address of the invited person, who may have no account yet.' })
  email!: string;

  @Field(() => [ClinicianRoleName], { description: 'Their roles in the clinic; at least one.' })
  roles!: ClinicianRole[];
}

@InputType({ description: 'An invitation of a clinic.' })
export class ClinicInvitationInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Key of the invitation.' })
  key!: string;
}

@InputType({ description: 'The account of the invited person.' })
export class AssociateClinicianInput extends ClinicInvitationInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@InputType({ description: 'An invitation that the caller answers.' })
export class AnswerClinicianInvitationInput {
  @Field(() => ID, { description: 'Id of the invited account.' })
  userId!: string;

  @Field(() => ID, { description: 'Key of the invitation.' })
  key!: string;
}

@ObjectType({ description: 'Result of changing an invitation.' })
export class ClinicianInvitationPayload {
  @Field({ description: 'The invitation after the change.' })
  invitation!: ClinicianInvitation;
}

@ObjectType({ description: 'Result of canceling an invitation to work in a clinic.' })
export class CancelClinicianInvitationPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field(() => ID, { description: 'The `id` of the invitation, by which caches find it.' })
  removedId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The `id` of the invited member, who is removed with it; absent if there was none.',
  })
  removedClinicianId!: string | null;
}

@InputType({ description: 'A person’s request to become a patient of a clinic.' })
export class InviteClinicInput {
  @Field(() => ID, { description: 'Id of the account whose data to share.' })
  userId!: string;

  @Field({ description: 'The share code of the clinic.' })
  shareCode!: string;

  @Field(() => [PermissionName], { description: 'Permissions of the clinic: `VIEW`, `UPLOAD`, `NOTE`.' })
  permissions!: string[];
}

@InputType({ description: 'An invitation that a clinic accepts, and corrections to the patient’s details.' })
export class AcceptPatientInvitationInput extends ClinicInvitationInput {
  @Field(() => String, { nullable: true, description: 'Full name; defaults to the profile.' })
  fullName?: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; defaults to the profile.',
  })
  birthDate?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Medical record number; defaults to the profile.',
  })
  mrn?: string;

  @Field(() => [ID], { nullable: true, description: 'Ids of tags of the clinic.' })
  tagIds?: string[];

  @Field(() => [ID], { nullable: true, description: 'Ids of sites of the clinic.' })
  siteIds?: string[];

  @Field(() => DiagnosisTypeName, { nullable: true, description: 'Type of diabetes.' })
  diagnosisType?: string;

  @Field(() => GlycemicRangesInput, {
    nullable: true,
    description: 'Target glucose ranges.',
  })
  glycemicRanges?: GlycemicRangesInput;
}

@ObjectType({ description: 'Result of changing an invitation to a clinic.' })
export class ClinicInvitationPayload {
  @Field({ description: 'The invitation after the change.' })
  invitation!: Invitation;
}
