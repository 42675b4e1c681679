import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { ClinicEntity } from '../../../src/care/clinics/clinic.entity';
import type { ClinicianRole } from '../../../src/care/clinics/people/clinician-role';
import type { ClinicianEntity } from '../../../src/care/clinics/people/clinician.entity';
import { tierDescription, type Tier } from '../../../src/care/clinics/tier';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';
import { ClinicTierName } from './clinic-settings.types';
import { ClinicianRoleName } from './clinicians.types';

@ObjectType({ description: 'A clinic as administrators of the service see it.' })
export class AdminClinic {
  @Field(() => ID, { description: 'Id of the clinic.' })
  id!: string;

  @Field({ description: 'Name of the clinic.' })
  name!: string;

  @Field({ description: 'The service tier.' })
  tier!: string;

  @Field({ description: 'The name of the service tier.' })
  tierDescription!: string;

  @Field({ description: 'The current share code, with which patients connect to the clinic.' })
  shareCode!: string;

  @Field(() => DateTime, { description: 'When the clinic was created.' })
  createdTime!: number;
}

/** Maps a clinic to its type for administrators. */
export const toAdminClinic = ({ id, name, tier, shareCode, createdTime }: ClinicEntity): AdminClinic =>
  Object.assign(new AdminClinic(), {
    ...{ id, name, tier, tierDescription: tierDescription(tier), shareCode, createdTime },
  });

@ObjectType({ description: 'A clinic and its cursor.' })
export class AdminClinicEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The clinic.' })
  node!: AdminClinic;
}

@ObjectType({ description: 'A page of clinics, in the order of their creation.' })
export class AdminClinicConnection {
  @Field(() => [AdminClinicEdge], { description: 'The clinics of the page.' })
  edges!: AdminClinicEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AdminClinicArguments extends pageArguments('clinics') {
  @Field(() => String, { nullable: true, description: 'Only clinics with this text in their name.' })
  search?: string;

  @Field(() => String, { nullable: true, description: 'Only the clinic with this share code.' })
  shareCode?: string;
}

@ObjectType({ description: 'A member of a clinic, or somebody who is invited, as administrators see them.' })
export class AdminClinicMember {
  @Field(() => ID, { nullable: true, description: 'Id of the account; absent while the invitation is open.' })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: 'Email address; absent for service accounts.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Full name.' })
  name!: string | null;

  @Field(() => [ClinicianRoleName], { description: 'Roles in the clinic.' })
  roles!: ClinicianRole[];

  @Field(() => DateTime, { description: 'When they joined or were invited.' })
  createdTime!: number;
}

/** Maps a member of a clinic to its type for administrators. */
export const toAdminClinicMember = (clinician: ClinicianEntity): AdminClinicMember => {
  const { userId, email, name, roles, createdTime } = clinician;
  return Object.assign(new AdminClinicMember(), { userId, email, name, roles, createdTime });
};

@ObjectType({ description: 'A member of a clinic and its cursor.' })
export class AdminClinicMemberEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The member.' })
  node!: AdminClinicMember;
}

@ObjectType({ description: 'A page of members of a clinic, newest first.' })
export class AdminClinicMemberConnection {
  @Field(() => [AdminClinicMemberEdge], { description: 'The members of the page.' })
  edges!: AdminClinicMemberEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AdminClinicMemberArguments extends pageArguments('members') {}

@InputType({ description: 'A clinic, and the tier that it shall have.' })
export class SetClinicTierInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ClinicTierName, { description: 'The tier, which decides what the clinic may use.' })
  tier!: Tier;
}

@InputType({ description: 'An account that shall work in a clinic.' })
export class AddClinicMemberInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => [ClinicianRoleName], { description: 'Roles in the clinic; at least one.' })
  roles!: ClinicianRole[];
}

@InputType({ description: 'A member that shall no longer work in a clinic.' })
export class RemoveClinicMemberInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@ObjectType({ description: 'Result of a change to a clinic by an administrator of the service.' })
export class AdminClinicPayload {
  @Field({ description: 'The clinic after the change.' })
  clinic!: AdminClinic;
}

@ObjectType({ description: 'Result of a new member of a clinic.' })
export class AdminClinicMemberPayload {
  @Field({ description: 'The member.' })
  member!: AdminClinicMember;
}
