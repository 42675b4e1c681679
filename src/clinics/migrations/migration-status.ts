/** How far a migration is; the names are those that clients know. */
export const migrationStatuses = ['PENDING', 'RUNNING', 'COMPLETED'] as const;

export type MigrationStatus = (typeof migrationStatuses)[number];
