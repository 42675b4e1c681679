import type { EntityManager } from 'typeorm';

/** Runs a statement of a transaction, and returns how many rows it has changed, inserted or deleted. */
export async function changeRows(
  manager: EntityManager,
  sql: string,
  parameters: unknown[],
): Promise<number> {
  const { queryRunner } = manager;
  if (!queryRunner) throw new Error('This is no transaction.');
  const { affected = 0 } = await queryRunner.query(sql, parameters, true);
  return affected;
}
