import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  migrationStatuses,
  type MigrationStatus,
} from '../../../src/care/clinic-migrations/migration-status';
import type { MigrationEntity } from '../../../src/care/clinic-migrations/migration.entity';
import { named } from '../clinics/clinics.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

export const MigrationStatusName = named(migrationStatuses, (status) => status);

registerEnumType(MigrationStatusName, {
  name: 'MigrationStatus',
  description: 'Status of a migration.',
  valuesConfig: {
    PENDING: { description: 'Not started.' },
    RUNNING: { description: 'Patients are being moved.' },
    COMPLETED: { description: 'All patients have been moved.' },
  },
});

@ObjectType({ description: 'A legacy account whose patients move to a clinic.' })
export class Migration {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => MigrationStatusName, { description: 'Status of the migration.' })
  status!: MigrationStatus;

  @Field(() => DateTime, { description: 'When it was requested.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the status was last set.' })
  updatedTime!: number;
}

@ObjectType({ description: 'A migration on a page.' })
export class MigrationEdge {
  @Field({ description: 'Position of the migration, for `after` or `before`.' })
  cursor!: string;

  @Field({ description: 'The migration.' })
  node!: Migration;
}

@ObjectType({ description: 'A page of migrations, in the order in which they were requested.' })
export class MigrationConnection {
  @Field(() => [MigrationEdge], { description: 'The migrations of the page.' })
  edges!: MigrationEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MigrationArguments extends pageArguments('migrations') {}

@ObjectType({ description: 'A patient who could not be moved to a clinic at the last attempt.' })
export class StuckPatient {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => String, { nullable: true, description: 'Full name from the profile.' })
  fullName!: string | null;

  @Field(() => String, {
    description:
      'Why the clinic could not accept them, such as `mrn is required` if they have no record number.',
  })
  reason!: string;
}

/** Maps a migration to its GraphQL type. */
export const toMigration = ({
  clinicId,
  userId,
  status,
  createdTime,
  updatedTime,
}: MigrationEntity): Migration =>
  Object.assign(new Migration(), { clinicId, userId, status, createdTime, updatedTime });

@InputType({ description: 'A legacy account to turn into a clinic.' })
export class EnableNewClinicExperienceInput {
  @Field(() => ID, { description: 'Id of the account, which has the role `clinic`.' })
  userId!: string;
}

@InputType({ description: 'The clinic, with all required details.' })
export class TriggerInitialMigrationInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;
}

@InputType({ description: 'The account whose patients to move, and the clinic to move them to.' })
export class CreateMigrationInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account, a member of the clinic.' })
  userId!: string;
}

@InputType({ description: 'The status of a migration.' })
export class UpdateMigrationStatusInput extends CreateMigrationInput {
  @Field(() => MigrationStatusName, { description: 'The status to set.' })
  status!: MigrationStatus;
}

@ObjectType({ description: 'Result of changing a migration.' })
export class MigrationPayload {
  @Field({ description: 'The migration after the change.' })
  migration!: Migration;
}
