import type { DataSource } from 'typeorm';

/** Whether a server replicates writes with other nodes of a Galera cluster, which also accept writes. */
export async function isGaleraNode(source: DataSource): Promise<boolean> {
  const rows = await source.query<unknown[]>(
    "SHOW GLOBAL VARIABLES WHERE Variable_name = 'wsrep_on' AND Value = 'ON'",
  );
  return rows.length > 0;
}
