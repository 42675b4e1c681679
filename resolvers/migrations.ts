import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { migrationEvents, type MigrationKey } from '../src/clinics/migrations/migration-events';
import { RequestContext } from '../src/request/request-context';
import { Clinic, ClinicPayload, toClinic } from './clinics.types';
import {
  CreateMigrationInput,
  EnableNewClinicExperienceInput,
  Migration,
  MigrationPayload,
  StuckPatient,
  toMigration,
  TriggerInitialMigrationInput,
  UpdateMigrationStatusInput,
} from './migrations.types';
import { listensTo, Since } from './subscribe';

/** Accounts of the old kind on their way to a clinic. */
@Resolver(() => Clinic)
export class MigrationsResolver {
  @FieldResolver(() => [Migration], {
    description:
      'The accounts whose patients move here, or have moved, in the order in which that was asked for.',
  })
  migrations(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<Migration[]> {
    return MigrationsResolver.list(context, id);
  }

  @FieldResolver(() => [StuckPatient], {
    nullable: true,
    description:
      'Patients of migrating accounts who could not move to the clinic, and why; they are tried again every minute. For administrators.',
  })
  async stuckPatients(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<StuckPatient[]> {
    const { metadata, migrations } = context.services;
    const stuck = await context.load(migrations.stuckOf, id);
    return Promise.all(
      stuck.map(async ({ userId, reason }) => ({
        userId,
        reason,
        fullName: await context.load(metadata.displayNames, userId),
      })),
    );
  }

  /** `migrations` of any clinic; one that does not exist has none. */
  static async list({ services }: RequestContext, clinicId: string): Promise<Migration[]> {
    const [found = []] = await services.migrations.ofClinics([clinicId]);
    return found.map(toMigration);
  }

  @Query(() => Migration, { description: 'The migration of an account to a clinic.' })
  async migration(
    @Ctx() { services }: RequestContext,
    @Arg('clinicId', () => ID, { description: 'The clinic.' }) clinicId: string,
    @Arg('userId', () => ID, { description: 'The account.' }) userId: string,
  ): Promise<Migration> {
    return toMigration(await services.migrations.find({ clinicId, userId }));
  }

  @Mutation(() => ClinicPayload, {
    description:
      'Opens a clinic for an account of the old kind, which tells about it before its patients move. For trusted servers.',
  })
  async enableNewClinicExperience(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: EnableNewClinicExperienceInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.migrations.open(userId)) };
  }

  @Mutation(() => MigrationPayload, {
    description: 'Makes a clinic of an account of the old kind that has told all that is needed.',
  })
  async triggerInitialMigration(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId }: TriggerInitialMigrationInput,
  ): Promise<MigrationPayload> {
    return { migration: toMigration(await services.migrations.trigger(clinicId)) };
  }

  @Mutation(() => MigrationPayload, {
    description: 'Moves the patients of somebody who works in a clinic to it. For trusted servers.',
  })
  async createMigration(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId }: CreateMigrationInput,
  ): Promise<MigrationPayload> {
    return { migration: toMigration(await services.migrations.create({ clinicId, userId })) };
  }

  @Mutation(() => MigrationPayload, {
    description:
      'Notes how far a migration is. Whoever does takes it over; PENDING gives it back. For trusted servers.',
  })
  async updateMigrationStatus(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId, status }: UpdateMigrationStatusInput,
  ): Promise<MigrationPayload> {
    return { migration: toMigration(await services.migrations.setStatus({ clinicId, userId }, status)) };
  }

  @Subscription(() => Migration, {
    description: 'Migrations to a clinic, each time one begins or comes further.',
    subscribe: listensTo(({ clinicId }) => migrationEvents(String(clinicId))),
  })
  async migrationChanged(
    @Root() event: MigrationKey,
    @Ctx() { services }: RequestContext,
    @Arg('clinicId', () => ID, { description: 'The clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): Promise<Migration> {
    return toMigration(await services.migrations.find(event));
  }
}
