import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { migrationStatuses, type MigrationStatus } from '../src/clinics/migrations/migration-status';
import type { MigrationEntity } from '../src/clinics/migrations/migration.entity';
import { named } from './clinics.types';
import { DateTime } from './scalars';

export const MigrationStatusName = named(migrationStatuses, (status) => status);

registerEnumType(MigrationStatusName, {
  name: 'MigrationStatus',
  description: 'How far a migration is.',
  valuesConfig: {
    PENDING: { description: 'It has not begun.' },
    RUNNING: { description: 'Patients are moving.' },
    COMPLETED: { description: 'All patients have moved.' },
  },
});

@ObjectType({ description: 'An account of the old kind whose patients move to a clinic.' })
export class Migration {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => MigrationStatusName, { description: 'How far it is.' })
  status!: MigrationStatus;

  @Field(() => DateTime, { description: 'When it was asked for.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the status was last set.' })
  updatedTime!: number;
}

@ObjectType({ description: 'Somebody who could not move to a clinic when that was last tried.' })
export class StuckPatient {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => String, { nullable: true, description: 'The full name, as the profile has it.' })
  fullName!: string | null;

  @Field(() => String, {
    description: 'Why the clinic could not take them, such as `mrn is required`: they have no record number.',
  })
  reason!: string;
}

/** A migration as the graph shows it. */
export const toMigration = ({
  clinicId,
  userId,
  status,
  createdTime,
  updatedTime,
}: MigrationEntity): Migration =>
  Object.assign(new Migration(), { clinicId, userId, status, createdTime, updatedTime });

@InputType({ description: 'An account of the old kind that is to become a clinic.' })
export class EnableNewClinicExperienceInput {
  @Field(() => ID, { description: 'The account, with the role `clinic`.' })
  userId!: string;
}

@InputType({ description: 'The clinic that has told all that is needed.' })
export class TriggerInitialMigrationInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;
}

@InputType({ description: 'Whose patients move, and where.' })
export class CreateMigrationInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account, which works in the clinic.' })
  userId!: string;
}

@InputType({ description: 'How far a migration is.' })
export class UpdateMigrationStatusInput extends CreateMigrationInput {
  @Field(() => MigrationStatusName, { description: 'The status.' })
  status!: MigrationStatus;
}

@ObjectType({ description: 'A migration after a change.' })
export class MigrationPayload {
  @Field({ description: 'The migration as it is now.' })
  migration!: Migration;
}
