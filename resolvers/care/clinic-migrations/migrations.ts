import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { migrationEvents, type MigrationKey } from '../../../src/care/clinic-migrations/migration-events';
import type { ListOrder } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic, ClinicPayload, toClinic } from '../clinics/clinics.types';
import {
  CreateMigrationInput,
  EnableNewClinicExperienceInput,
  Migration,
  MigrationArguments,
  MigrationConnection,
  MigrationPayload,
  StuckPatient,
  toMigration,
  TriggerInitialMigrationInput,
  UpdateMigrationStatusInput,
} from './migrations.types';
import { listensTo, Since } from '../../subscribe';
import { pageComplexity, pageOfItems } from '../../paging';
import { Repeatable } from '../../repeatable';
import { clinicAgain } from '../clinics/clinics';

/** The payload for a migration that an earlier request has begun. */
const migrationAgain = async (
  { services }: RequestContext,
  userId: string,
  { clinicId }: { clinicId: string },
): Promise<MigrationPayload> => ({
  migration: toMigration(await services.migrations.find({ clinicId, userId })),
});

const oldestFirst: ListOrder = {
  name: 'oldest',
  keys: [
    { expression: 'created_time', kind: 'number' },
    { expression: 'user_id', kind: 'text' },
  ],
};

/** Migrations of legacy accounts to clinics. */
@Resolver(() => Clinic)
export class MigrationsResolver {
  @FieldResolver(() => MigrationConnection, {
    description: 'Migrations of accounts to this clinic, in the order in which they were requested.',
    complexity: pageComplexity,
  })
  async accountMigrations(
    @Root() { id }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => MigrationArguments) page: MigrationArguments,
  ): Promise<MigrationConnection> {
    const migrations = await context.load(context.services.migrations.ofClinics, id);
    const placed = migrations.map((item) => ({ place: [item.createdTime, item.userId], item }));
    const list = { field: 'Clinic.accountMigrations', of: id, order: oldestFirst };
    return pageOfItems(list, page, placed, toMigration);
  }

  @FieldResolver(() => [Migration], {
    description: 'Migrations of accounts to this clinic, in the order in which they were requested.',
    deprecationReason: 'Use `accountMigrations`, which has pages.',
  })
  migrations(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<Migration[]> {
    return MigrationsResolver.list(context, id);
  }

  @FieldResolver(() => [StuckPatient], {
    nullable: true,
    description:
      'Patients of migrating accounts who could not be moved to the clinic, with the reason. They are retried every minute. For administrators.',
  })
  async stuckPatients(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<StuckPatient[]> {
    const { metadata, migrations } = context.services;
    const stuck = await context.load(migrations.findStuck, id);
    return Promise.all(
      stuck.map(async ({ userId, reason }) => ({
        userId,
        reason,
        fullName: await context.load(metadata.displayNames, userId),
      })),
    );
  }

  /** `migrations` of a clinic; empty if the clinic does not exist. */
  static async list(context: RequestContext, clinicId: string): Promise<Migration[]> {
    return (await context.load(context.services.migrations.ofClinics, clinicId)).map(toMigration);
  }

  @Query(() => Migration, { description: 'The migration of an account to a clinic.' })
  async migration(
    @Ctx() { services }: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) clinicId: string,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
  ): Promise<Migration> {
    return toMigration(await services.migrations.find({ clinicId, userId }));
  }

  @Repeatable(clinicAgain)
  @Mutation(() => ClinicPayload, {
    description:
      'Creates a clinic for a legacy account, which completes its details before its patients move. For trusted servers.',
  })
  async enableNewClinicExperience(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: EnableNewClinicExperienceInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.migrations.open(userId)) };
  }

  @Repeatable(migrationAgain)
  @Mutation(() => MigrationPayload, {
    description: 'Turns a legacy account that has given all required details into a clinic.',
  })
  async triggerInitialMigration(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId }: TriggerInitialMigrationInput,
  ): Promise<MigrationPayload> {
    return { migration: toMigration(await services.migrations.trigger(clinicId)) };
  }

  @Repeatable(migrationAgain)
  @Mutation(() => MigrationPayload, {
    description: 'Moves the patients of a member to the clinic. For trusted servers.',
  })
  async createMigration(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId }: CreateMigrationInput,
  ): Promise<MigrationPayload> {
    return { migration: toMigration(await services.migrations.create({ clinicId, userId })) };
  }

  @Mutation(() => MigrationPayload, {
    description:
      'Sets the status of a migration. This takes over the migration; PENDING hands it back. For trusted servers.',
  })
  async updateMigrationStatus(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId, status }: UpdateMigrationStatusInput,
  ): Promise<MigrationPayload> {
    return { migration: toMigration(await services.migrations.setStatus({ clinicId, userId }, status)) };
  }

  @Subscription(() => Migration, {
    description: 'Emits when a migration to a clinic begins or progresses.',
    subscribe: listensTo(({ clinicId }) => migrationEvents(String(clinicId))),
  })
  async migrationChanged(
    @Root() event: MigrationKey,
    @Ctx() { services }: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): Promise<Migration> {
    return toMigration(await services.migrations.find(event));
  }
}
