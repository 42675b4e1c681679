import { isIP } from 'node:net';
import { readEncryption, type Encryption } from './encryption';

/** A database server and its credentials, in the form of mysql2. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Undefined if connections are not encrypted. */
  ssl?: Encryption;
}

const wrongForm = (name: string): Error =>
  new Error(
    `${name} must have the form mysql://user:password@host:port/database, with / ? # @ and % of a password percent-encoded; separate several hosts with commas`,
  );

const defaultPort = 3306;

/**
 * The servers in a `DATABASE_URL`, in order: `mysql://user:password@host1:port,host2:port/database`, as MySQL and
 * MariaDB connectors spell it, for encryption with `?tls=true` and `&ca=<file>`. Throws, without revealing the password,
 * when it is malformed.
 *
 * @param name name of the setting in the error
 */
export function serverAddresses(url: string, name = 'DATABASE_URL'): ServerAddress[] {
  const parts = /^mysql:\/\/(?:([^@/]*)@)?([^@/]+)\/([^?#]+)(?:\?([^#]*))?$/.exec(url);
  if (!parts) throw wrongForm(name);
  const [, login = '', hosts = '', database = '', query = ''] = parts;
  const ssl = encryption(query, name);
  return hosts.split(',').map((host) => {
    const address = serverAddress(login, host, database);
    if (!address) throw wrongForm(name);
    // The driver would compare a certificate with no name, or with another one.
    if (ssl && isIP(address.host))
      throw new Error(`${name} needs the name of ${address.host} for tls=true, as it is in its certificate`);
    return { ...address, ssl };
  });
}

function encryption(query: string, name: string): Encryption | undefined {
  try {
    return readEncryption(query);
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`, { cause: error });
  }
}

function serverAddress(login: string, host: string, database: string): ServerAddress | undefined {
  try {
    const { hostname, port, username, password } = new URL(`mysql://${login && `${login}@`}${host}`);
    if (!hostname) return undefined;
    return {
      // IPv6 addresses have brackets in URLs only.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : defaultPort,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(database),
    };
  } catch {
    return undefined;
  }
}
