import { randomBytes } from 'node:crypto';
import { createConnection, type Connection } from 'mysql2/promise';
import { findProgram } from './installed-programs';
import { openRestartableDatabase, type RestartableDatabase } from './mariadb';

/** A database and a replica of it. */
export interface ReplicatedDatabase {
  primary: RestartableDatabase;
  replica: RestartableDatabase;
  /** The URL of the replica for a read-only user. */
  readerUrl: string;
  /** Statements only for the replica. */
  onReplica(sql: string, parameters?: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Why this machine cannot run a replica; undefined if it can. */
export const whyNoReplica = (): string | undefined =>
  findProgram('mariadbd') ? undefined : 'no mariadbd is installed';

/** Creates an empty database on two MariaDB servers, one of which replicates the other. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const primary = await openRestartableDatabase(['--server-id=1', '--log-bin=log', '--binlog-format=ROW']);
  const replica = await openRestartableDatabase(['--server-id=2', '--read-only=1']);
  const onReplica = async (sql: string, parameters: unknown[] = []) => {
    const connection = await createConnection(replica.url);
    try {
      const [rows] = await connection.query(sql, parameters);
      return rows as unknown[];
    } finally {
      await connection.end();
    }
  };
  const { hostname, port, username, password } = new URL(primary.url);
  const values = [hostname, Number(port), username, password];
  await onReplica(
    `CHANGE MASTER TO master_host = ?, master_port = ?, master_user = ?, master_password = ?,
      master_use_gtid = slave_pos, master_connect_retry = 1`,
    values,
  );
  await onReplica('START SLAVE');
  const reader = new URL(replica.url);
  reader.username = 'reader';
  reader.password = randomBytes(12).toString('hex');
  await onReplica("CREATE USER 'reader'@'%' IDENTIFIED BY ?", [reader.password]);
  await onReplica("GRANT SELECT ON glycograph.* TO 'reader'@'%'");
  return {
    primary,
    replica,
    readerUrl: reader.href,
    onReplica,
    close: () => replica.close().finally(() => primary.close()),
  };
}

/** Blocks replication of writes until the connection is closed. */
export async function holdUp({ replica }: ReplicatedDatabase): Promise<Connection> {
  const connection = await createConnection(replica.url);
  await connection.query('FLUSH TABLES WITH READ LOCK');
  return connection;
}
