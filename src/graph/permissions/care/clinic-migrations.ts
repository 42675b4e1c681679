import type { IRules } from 'graphql-shield';
import { administersClinic, argumentClinic, thisClinic, worksInClinic } from './clinics';
import {
  accountOfParent,
  anyCaller,
  partOfParent,
  relatedToAccount,
  trustedServer,
  type SubjectsOf,
} from '../rules';

const stuckPatients: SubjectsOf<{ id: string }> = async (_args, { id }, context) =>
  (await context.load(context.services.migrations.findStuck, id)).map(({ userId }) => userId);

/** Migrations of legacy accounts to clinics. */
export const clinicMigrationRules: IRules = {
  Query: { migration: worksInClinic(argumentClinic) },
  Mutation: {
    enableNewClinicExperience: trustedServer,
    triggerInitialMigration: administersClinic(argumentClinic, { peopleOnly: true }),
    createMigration: trustedServer,
    updateMigrationStatus: trustedServer,
  },
  Clinic: {
    accountMigrations: worksInClinic(thisClinic),
    migrations: worksInClinic(thisClinic),
    stuckPatients: administersClinic(thisClinic, { whose: stuckPatients }),
  },
  Migration: {
    clinic: anyCaller,
    user: relatedToAccount(accountOfParent),
  },
  MigrationConnection: { edges: partOfParent, pageInfo: partOfParent },
  MigrationEdge: { node: partOfParent },
  MigrationPayload: { migration: partOfParent },
  Subscription: { migrationChanged: worksInClinic(argumentClinic) },
};
