/** Status of a migration; the names are public. */
export const migrationStatuses = ['PENDING', 'RUNNING', 'COMPLETED'] as const;

export type MigrationStatus = (typeof migrationStatuses)[number];
