import type { ServerAddress } from './cluster/addresses';

interface DatabaseError {
  code?: string;
  message?: string;
}

const networkProblems: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host was not found. Check its name.',
  EAI_AGAIN: 'The host was not found, because no name server answered. Check its name and the network.',
  ECONNREFUSED: 'Nothing listens at this host and port. Start the database server, or correct the address.',
  ETIMEDOUT: 'The host does not answer. Check the address, the network and firewalls.',
  EHOSTUNREACH: 'The host cannot be reached. Check the address, the network and firewalls.',
  ENETUNREACH: 'The host cannot be reached. Check the address, the network and firewalls.',
  PROTOCOL_CONNECTION_LOST:
    'The server closed the connection. Check that a MySQL or MariaDB server listens there.',
  ER_CON_COUNT_ERROR:
    'The server has no connection left. Raise its max_connections, or lower DATABASE_POOL_SIZE.',
  ER_SECURE_TRANSPORT_REQUIRED: 'The server takes only encrypted connections. Add ?tls=true to the address.',
  HANDSHAKE_NO_SSL_SUPPORT:
    'The server offers no encryption. Give it a certificate, or remove tls=true from the address.',
  ER_NOT_SUPPORTED_AUTH_MODE:
    'The server asks for a way to log in that is not supported. Use caching_sha2_password, ed25519 or mysql_native_password.',
};

const refusesUser = 'The server refuses this user and password. Correct them, or create the user.';

const needsRights = (database: string): string =>
  `The user may not use the database ${database} as needed. Grant it all privileges on it: GRANT ALL ON \`${database}\`.* TO …`;

/**
 * What keeps a MySQL or MariaDB database from being opened and what mends it, in sentences for the operator; undefined
 * for errors that are no matter of settings.
 */
export function databaseStartProblem(
  { database, ssl }: Pick<ServerAddress, 'database' | 'ssl'>,
  error: unknown,
): string | undefined {
  const { code = '', message } = (error ?? {}) as DatabaseError;
  if (code === 'ER_BAD_DB_ERROR')
    return `The server has no database ${database}. Create it: CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`;
  if (code.startsWith('ER_ACCESS_DENIED'))
    return ssl
      ? refusesUser
      : `${refusesUser} If the user may only connect with encryption, add ?tls=true to the address.`;
  if (code === 'HANDSHAKE_SSL_ERROR')
    return `The encrypted connection cannot be trusted (${message}). Name the file of the authority that has signed the certificate of the server with ca=, and the host as the certificate names it.`;
  if (/^ER_(DB|TABLE|COLUMN|SPECIFIC_)ACCESS_DENIED/.test(code)) return needsRights(database);
  return networkProblems[code];
}
