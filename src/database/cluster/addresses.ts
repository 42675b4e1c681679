/** One server of a database, and how to log in there. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

const form =
  'DATABASE_URL must have the form mysql://user:password@host:port/database; several hosts have commas between them.';

const defaultPort = 3306;

/**
 * The servers that a `DATABASE_URL` names, in its order: `mysql://user:password@host1:port,host2:port/database`, as
 * connectors of MySQL and MariaDB spell it. Throws, without telling the password, when it has another form.
 */
export function serverAddresses(url: string): ServerAddress[] {
  const parts = /^mysql:\/\/(?:([^@/]*)@)?([^@/]+)\/([^?#]+)/.exec(url);
  if (!parts) throw new Error(form);
  const [, login = '', hosts = '', database = ''] = parts;
  return hosts.split(',').map((host) => serverAddress(login, host, database));
}

function serverAddress(login: string, host: string, database: string): ServerAddress {
  try {
    const { hostname, port, username, password } = new URL(`mysql://${login && `${login}@`}${host}`);
    if (!hostname) throw new Error(form);
    return {
      // IPv6 addresses stand in brackets in a URL, and nowhere else.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : defaultPort,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(database),
    };
  } catch {
    throw new Error(form);
  }
}
