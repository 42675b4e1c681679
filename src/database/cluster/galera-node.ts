import type { DataSource } from 'typeorm';

/** True for a server that shares what is written with other nodes of a Galera cluster, which anybody may write to as well. */
export async function isGaleraNode(source: DataSource): Promise<boolean> {
  const rows = await source.query<unknown[]>(
    "SHOW GLOBAL VARIABLES WHERE Variable_name = 'wsrep_on' AND Value = 'ON'",
  );
  return rows.length > 0;
}
