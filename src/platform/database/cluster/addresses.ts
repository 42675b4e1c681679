/** A database server and its credentials. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

const wrongForm = (name: string): Error =>
  new Error(
    `${name} must have the form mysql://user:password@host:port/database; separate several hosts with commas.`,
  );

const defaultPort = 3306;

/**
 * The servers in a `DATABASE_URL`, in order: `mysql://user:password@host1:port,host2:port/database`, as MySQL and
 * MariaDB connectors spell it. Throws, without revealing the password, when it is malformed.
 *
 * @param name name of the setting in the error
 */
export function serverAddresses(url: string, name = 'DATABASE_URL'): ServerAddress[] {
  const parts = /^mysql:\/\/(?:([^@/]*)@)?([^@/]+)\/([^?#]+)/.exec(url);
  if (!parts) throw wrongForm(name);
  const [, login = '', hosts = '', database = ''] = parts;
  return hosts.split(',').map((host) => {
    const address = serverAddress(login, host, database);
    if (!address) throw wrongForm(name);
    return address;
  });
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
