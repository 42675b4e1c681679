import { MigrationsResolver } from '../../../resolvers/care/clinic-migrations/migrations';
import { clinicMigrationRules } from '../../../src/graph/permissions/care/clinic-migrations';
import { migrationRoutes } from './migrations';
import { migrationSchemas } from './migrations.schemas';
import type { Surface } from '../../surface';

/** Accounts of the old kind that become clinics. */
export const clinicMigrationsSurface: Surface = {
  name: 'clinic-migrations',
  resolvers: [MigrationsResolver],
  rules: [clinicMigrationRules],
  routes: migrationRoutes,
  schemas: migrationSchemas,
};
