import type { JsonSchema } from '../../route';
import { flag } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';

/** An object; all of its properties are required by default. */
const object = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', ...(required.length > 0 && { required }), properties });

/** Schemas of migrations to clinics. */
export const migrationSchemas: Record<string, JsonSchema> = {
  Migration: object({
    ...fieldsFromGraph('Migration', 'userId', 'status', 'createdTime', 'updatedTime'),
  }),
  NewMigration: object({ userId: fromGraph('CreateMigrationInput.userId') }),
  MigrationUpdate: object({ status: fromGraph('Migration.status') }),
  TriggeredMigration: object({ attestationSubmitted: flag('Does not count.') }, []),
};
