import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { clinicianRoles, type ClinicianRole } from '../../../src/care/clinics/people/clinician-role';
import type { ClinicianEntity } from '../../../src/care/clinics/people/clinician.entity';
import { Clearable } from '../../clearable';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

export const ClinicianRoleName = Object.fromEntries(clinicianRoles.map((role) => [role, role])) as Record<
  string,
  ClinicianRole
>;

registerEnumType(ClinicianRoleName, {
  name: 'ClinicianRole',
  description: 'A role of a clinic member.',
  valuesConfig: {
    CLINIC_ADMIN: { description: 'Administrator: can also change the clinic, its members and its sites.' },
    CLINIC_MEMBER: { description: 'Member: can see and change patients.' },
    PRESCRIBER: {
      description: 'Prescriber: can submit prescriptions. On its own, this role grants nothing else.',
    },
  },
});

@ObjectType({ description: 'A member or invited member of a clinic.' })
export class Clinician {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the account; absent while the invitation is open.' })
  userId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Key of the invitation while it is open.' })
  inviteId!: string | null;

  @Field(() => String, { nullable: true, description: 'Email address; absent for service accounts.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Full name of the clinician.' })
  name!: string | null;

  @Field(() => [ClinicianRoleName], { description: 'Roles in the clinic.' })
  roles!: ClinicianRole[];

  @Field(() => DateTime, { description: 'When they joined or were invited.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When this was last changed.' })
  updatedTime!: number;

  /** Id of the record in its clinic, which stays when an invited person joins. */
  recordId!: string;
}

/** Maps a clinician to its GraphQL type. */
export const toClinician = (entity: ClinicianEntity): Clinician =>
  Object.assign(new Clinician(), {
    clinicId: entity.clinicId,
    userId: entity.userId,
    inviteId: entity.inviteId,
    email: entity.email,
    name: entity.name,
    roles: entity.roles,
    createdTime: entity.createdTime,
    updatedTime: entity.updatedTime,
    recordId: entity.id,
  });

@ObjectType({ description: 'A clinician and its cursor.' })
export class ClinicianEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The clinician.' })
  node!: Clinician;
}

@ObjectType({ description: 'A page of clinicians.' })
export class ClinicianConnection {
  @Field(() => [ClinicianEdge], { description: 'The clinicians of the page.' })
  edges!: ClinicianEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class ClinicianArguments extends pageArguments('clinicians') {
  @Field(() => ClinicianRoleName, { nullable: true, description: 'Only those with this role.' })
  role?: ClinicianRole;

  @Field(() => String, { nullable: true, description: 'Only those with this address, ignoring case.' })
  email?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Only those whose name or address contains all of these words, in any order, ignoring case and accents.',
  })
  search?: string;
}

@InputType({ description: 'A member that a trusted server adds to a clinic.' })
export class AddClinicianInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the account. Give either this or an invitation.',
  })
  userId?: string;

  @Field(() => ID, { nullable: true, description: 'Key of the invitation.' })
  inviteId?: string;

  @Field({ description: 'Email address; empty for service accounts.' })
  email!: string;

  @Field(() => String, { nullable: true, description: 'Full name of the clinician.' })
  name?: string;

  @Field(() => [ClinicianRoleName], { description: 'Roles in the clinic; at least one.' })
  roles!: ClinicianRole[];
}

@InputType({ description: 'New roles of a member.' })
export class UpdateClinicianInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The `version` that the caller has seen. If it has changed since, nothing is changed, and the error is `PRECONDITION_FAILED`.',
  })
  expectedVersion?: string;

  @Field(() => [ClinicianRoleName], { description: 'All roles; at least one.' })
  roles!: ClinicianRole[];

  @Clearable()
  @Field(() => String, { nullable: true, description: 'The name; null clears it.' })
  name?: string | null;
}

@InputType({ description: 'A member to remove from a clinic.' })
export class RemoveClinicianInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@ObjectType({ description: 'Result of changing a member of a clinic.' })
export class ClinicianPayload {
  @Field({ description: 'The clinician after the change.' })
  clinician!: Clinician;

  @Field(() => ID, {
    nullable: true,
    description: 'The `id` of the invitation that was accepted, by which caches find it. Otherwise absent.',
  })
  removedId?: string;
}
