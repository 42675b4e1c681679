import { nodeType } from '../../node-type';
import { toMigration, type Migration } from './migrations.types';

/** Migrations of legacy accounts to clinics. */
export const clinicMigrationNodes = [
  nodeType<Migration>({
    type: 'Migration',
    key: ({ clinicId, userId }) => [clinicId, userId],
    load: async (context, clinicId, userId) => {
      const found = await context.load(context.services.migrations.ofClinics, clinicId);
      const migration = found.find((each) => each.userId === userId);
      return migration ? toMigration(migration) : null;
    },
    way: ({ clinicId, userId }) => ({ type: 'Query', field: 'migration', args: { clinicId, userId } }),
  }),
];
