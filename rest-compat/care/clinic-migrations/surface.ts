import {
  MigrationAccounts,
  MigrationResolver,
} from '../../../resolvers/care/clinic-migrations/migration-edges';
import { MigrationsResolver } from '../../../resolvers/care/clinic-migrations/migrations';
import { clinicMigrationNodes } from '../../../resolvers/care/clinic-migrations/nodes';
import { clinicMigrationRules } from '../../../src/graph/permissions/care/clinic-migrations';
import { migrationRoutes } from './migrations';
import { migrationSchemas } from './migrations.schemas';
import type { Surface } from '../../surface';

/** Migration of legacy accounts to clinics. */
export const clinicMigrationsSurface: Surface = {
  name: 'clinic-migrations',
  resolvers: [MigrationAccounts, MigrationResolver, MigrationsResolver],
  nodes: clinicMigrationNodes,
  rules: [clinicMigrationRules],
  routes: migrationRoutes,
  schemas: migrationSchemas,
};
