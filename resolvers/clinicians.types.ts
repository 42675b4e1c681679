import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { clinicianRoles, type ClinicianRole } from '../src/clinics/clinician-role';
import type { ClinicianEntity } from '../src/clinics/clinician.entity';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

export const ClinicianRoleName = Object.fromEntries(clinicianRoles.map((role) => [role, role])) as Record<
  string,
  ClinicianRole
>;

registerEnumType(ClinicianRoleName, {
  name: 'ClinicianRole',
  description: 'What somebody is in a clinic.',
  valuesConfig: {
    CLINIC_ADMIN: { description: 'Is in charge: also changes the clinic, its people and its sites.' },
    CLINIC_MEMBER: { description: 'Sees and changes the patients.' },
    PRESCRIBER: { description: 'Writes prescriptions. By itself the role opens nothing else.' },
  },
});

@ObjectType({ description: 'Somebody who works in a clinic, or who was invited to.' })
export class Clinician {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { nullable: true, description: 'The account; absent while the invitation is open.' })
  userId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Key of the invitation while it is open.' })
  inviteId!: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address; absent for service accounts.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'The name.' })
  name!: string | null;

  @Field(() => [ClinicianRoleName], { description: 'What they are in the clinic.' })
  roles!: ClinicianRole[];

  @Field(() => DateTime, { description: 'When they joined, or were invited.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When this was last changed.' })
  updatedTime!: number;
}

/** Somebody of a clinic as the graph shows them. */
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
  });

@ObjectType({ description: 'Somebody of a clinic and their place in the list.' })
export class ClinicianEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The clinician.' })
  node!: Clinician;
}

@ObjectType({ description: 'A page of the people of a clinic.' })
export class ClinicianConnection {
  @Field(() => [ClinicianEdge], { description: 'The people of the page.' })
  edges!: ClinicianEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class ClinicianArguments {
  @Field(() => ClinicianRoleName, { nullable: true, description: 'Only those who have this role.' })
  role?: ClinicianRole;

  @Field(() => String, { nullable: true, description: 'Only who has this address, in any case.' })
  email?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Only those whose name or address contains all of these words, in any order and without regard to case and accents.',
  })
  search?: string;

  @Field(() => Int, { description: 'How many at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@InputType({ description: 'Somebody whom a trusted server adds to a clinic.' })
export class AddClinicianInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The account. Either an account or an invitation is given.',
  })
  userId?: string;

  @Field(() => ID, { nullable: true, description: 'Key of the invitation.' })
  inviteId?: string;

  @Field({ description: 'E-mail address; empty for service accounts.' })
  email!: string;

  @Field(() => String, { nullable: true, description: 'The name.' })
  name?: string;

  @Field(() => [ClinicianRoleName], { description: 'What they are in the clinic; one role at least.' })
  roles!: ClinicianRole[];
}

@InputType({ description: 'What somebody is in a clinic from now on.' })
export class UpdateClinicianInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => [ClinicianRoleName], { description: 'All roles; one at least.' })
  roles!: ClinicianRole[];

  @Field(() => String, { nullable: true, description: 'The name; none when absent.' })
  name?: string;
}

@InputType({ description: 'Who leaves a clinic.' })
export class RemoveClinicianInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@ObjectType({ description: 'Somebody of a clinic after a change.' })
export class ClinicianPayload {
  @Field({ description: 'The clinician as they are now.' })
  clinician!: Clinician;
}
