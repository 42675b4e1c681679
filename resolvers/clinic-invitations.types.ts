import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { JoiningVerdict } from '../src/clinics/membership';
import type { ClinicianRole } from '../src/clinics/clinician-role';
import type { ConfirmationEntity, ConfirmationStatus } from '../src/confirmations/confirmation.entity';
import { ClinicianRoleName } from './clinicians.types';
import { ConfirmationStatusName } from './confirmations.types';
import { Invitation } from './invitations.types';
import { GlycemicRangesInput } from './patient-inputs.types';
import { DiagnosisTypeName } from './patients.types';
import { DateTime } from './scalars';
import { PermissionName } from './sharing.types';

@ObjectType({ description: 'Whether somebody may join a clinic.' })
export class JoiningRestrictions {
  @Field({ description: 'The invitation can be accepted with this session.' })
  canAccept!: boolean;

  @Field(() => String, { nullable: true, description: 'Identity provider that one has to log in through.' })
  requiredIdp?: string;
}

@ObjectType({ description: 'An invitation to work in a clinic. It never expires.' })
export class ClinicianInvitation {
  @Field(() => ID, { description: 'What the invited person answers with; it works for them alone.' })
  key!: string;

  @Field(() => ConfirmationStatusName, { description: 'What has become of it.' })
  status!: ConfirmationStatus;

  @Field({ description: 'Address that it went to.' })
  email!: string;

  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => DateTime, { description: 'When it was sent.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it changed last, or was sent again.' })
  modifiedTime!: number;

  /** Who invites; for the edge `creator`. */
  creatorId!: string | null;

  /** Null where it is not for the reader to accept. */
  restrictions!: JoiningVerdict | null;
}

/** An invitation as the graph shows it. */
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

@InputType({ description: 'Whom a clinic invites to work there.' })
export class InviteClinicianInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field({ description: 'E-mail address of the invited person, who may have no account yet.' })
  email!: string;

  @Field(() => [ClinicianRoleName], { description: 'What they are to be; one role at least.' })
  roles!: ClinicianRole[];
}

@InputType({ description: 'An invitation of a clinic.' })
export class ClinicInvitationInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Key of the invitation.' })
  key!: string;
}

@InputType({ description: 'The account of somebody who is invited.' })
export class AssociateClinicianInput extends ClinicInvitationInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@InputType({ description: 'An invitation that the caller answers.' })
export class AnswerClinicianInvitationInput {
  @Field(() => ID, { description: 'The invited account.' })
  userId!: string;

  @Field(() => ID, { description: 'Key of the invitation.' })
  key!: string;
}

@ObjectType({ description: 'An invitation after a change.' })
export class ClinicianInvitationPayload {
  @Field({ description: 'The invitation as it is now.' })
  invitation!: ClinicianInvitation;
}

@InputType({ description: 'The clinic that somebody would like to be a patient of.' })
export class InviteClinicInput {
  @Field(() => ID, { description: 'Account whose data are to be shared.' })
  userId!: string;

  @Field({ description: 'The share code of the clinic.' })
  shareCode!: string;

  @Field(() => [PermissionName], { description: 'What the clinic may do: `VIEW`, `UPLOAD`, `NOTE`.' })
  permissions!: string[];
}

@InputType({ description: 'An invitation that a clinic accepts, and what it knows better of the patient.' })
export class AcceptPatientInvitationInput extends ClinicInvitationInput {
  @Field(() => String, { nullable: true, description: 'Full name; that of the profile when absent.' })
  fullName?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; that of the profile when absent.',
  })
  birthDate?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Medical record number; that of the profile when absent.',
  })
  mrn?: string;

  @Field(() => [ID], { nullable: true, description: 'Tags of the clinic.' })
  tagIds?: string[];

  @Field(() => [ID], { nullable: true, description: 'Sites of the clinic.' })
  siteIds?: string[];

  @Field(() => DiagnosisTypeName, { nullable: true, description: 'The kind of diabetes.' })
  diagnosisType?: string;

  @Field(() => GlycemicRangesInput, {
    nullable: true,
    description: 'The ranges that the glucose is judged by.',
  })
  glycemicRanges?: GlycemicRangesInput;
}

@ObjectType({ description: 'An invitation to a clinic after a change.' })
export class ClinicInvitationPayload {
  @Field({ description: 'The invitation as it is now.' })
  invitation!: Invitation;
}
