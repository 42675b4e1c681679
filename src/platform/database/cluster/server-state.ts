import type { Connection, RowDataPacket } from 'mysql2';

/**
 * `behind`: the server accepts writes but is serving as the donor of a new node, or has not caught up with the
 * others.
 */
export type ServerState = 'good' | 'behind' | 'down';

/** Status variables reported by servers, by name. */
export type ServerFacts = ReadonlyMap<string, string>;

/** MariaDB answers all of these, in a cluster or not; MySQL only the first. */
const questions = [
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on')",
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')",
];

/** State of a Galera node that is in sync with the cluster. */
const synced = '4';

/** Asks a server for its state. Throws when it does not answer each query within `timeout` milliseconds. */
export async function askForState(connection: Connection, timeout: number): Promise<ServerState> {
  const facts = new Map<string, string>();
  for (const question of questions)
    for (const { Variable_name: name, Value: value } of await queryRows(connection, question, timeout))
      facts.set(String(name).toLowerCase(), String(value));
  return toServerState(facts);
}

const queryRows = (connection: Connection, sql: string, timeout: number): Promise<RowDataPacket[]> =>
  new Promise((resolve, reject) => {
    connection.query<RowDataPacket[]>({ sql, timeout }, (error, rows) =>
      error ? reject(error) : resolve(rows),
    );
  });

/**
 * Whether the server accepts writes (replicas do not, nor do InnoDB cluster members other than the primary), and the
 * Galera state: a node that has lost the majority refuses every statement.
 */
export function toServerState(facts: ServerFacts): ServerState {
  if (facts.get('read_only') !== 'OFF') return 'down';
  if (facts.get('wsrep_on') !== 'ON') return 'good';
  if (facts.get('wsrep_ready') !== 'ON' || facts.get('wsrep_cluster_status') !== 'Primary') return 'down';
  return facts.get('wsrep_local_state') === synced ? 'good' : 'behind';
}
