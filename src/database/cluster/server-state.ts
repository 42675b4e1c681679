import type { Connection, RowDataPacket } from 'mysql2';

/**
 * What a server is good for. `behind`: it takes writes, but hands its data to a new one meanwhile, or has not caught up
 * with the others.
 */
export type ServerState = 'good' | 'behind' | 'down';

/** What servers tell of themselves, by name. */
export type ServerFacts = ReadonlyMap<string, string>;

/** MariaDB answers these whether it is part of a cluster or not, MySQL tells only of the first. */
const questions = [
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on')",
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')",
];

/** The state of a node of Galera that has all that the others have. */
const synced = '4';

/** Asks a server how it is. Throws when it does not answer each question within `patience` milliseconds. */
export async function askForState(connection: Connection, patience: number): Promise<ServerState> {
  const facts = new Map<string, string>();
  for (const question of questions)
    for (const { Variable_name: name, Value: value } of await rowsOf(connection, question, patience))
      facts.set(String(name).toLowerCase(), String(value));
  return stateOf(facts);
}

const rowsOf = (connection: Connection, sql: string, timeout: number): Promise<RowDataPacket[]> =>
  new Promise((resolve, reject) => {
    connection.query<RowDataPacket[]>({ sql, timeout }, (error, rows) =>
      error ? reject(error) : resolve(rows),
    );
  });

/**
 * Whether the server takes writes at all (replicas do not, nor members of an InnoDB cluster that are not its primary),
 * and what Galera says of it: a node that is cut off from most of the others refuses every statement.
 */
export function stateOf(facts: ServerFacts): ServerState {
  if (facts.get('read_only') !== 'OFF') return 'down';
  if (facts.get('wsrep_on') !== 'ON') return 'good';
  if (facts.get('wsrep_ready') !== 'ON' || facts.get('wsrep_cluster_status') !== 'Primary') return 'down';
  return facts.get('wsrep_local_state') === synced ? 'good' : 'behind';
}
