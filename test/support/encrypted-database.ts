import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { newFastFolder } from './fast-folder';
import { findProgram } from './installed-programs';
import { hasMysql, openRestartableDatabase } from './mariadb';

/** A MariaDB server with a certificate for localhost. */
export interface EncryptedDatabase {
  /** The certificate of the authority that has signed that of the server, and of another one. */
  authority: string;
  otherAuthority: string;
  /** The address of a new empty database, for a user who may only connect with encryption. */
  newUrl(parameters: string): Promise<string>;
  /** Replaces the certificate of the server by one for this host. */
  certify(host: string): Promise<void>;
  close(): Promise<void>;
}

/** Why this machine cannot run one; undefined if it can. */
export function whyNoEncryption(): string | undefined {
  if (!hasMysql || !findProgram('mariadbd')) return 'no mariadbd is installed';
  return findProgram('openssl') ? undefined : 'no openssl is installed';
}

/** Certificates in a folder, by the name of the file. */
class Certificates {
  constructor(readonly folder: string) {}

  path = (name: string): string => join(this.folder, name);

  /** Creates `<name>.pem` and `<name>.key`. */
  authority(name: string): string {
    this.create(name, ['-subj', `/CN=${name}`]);
    return this.path(`${name}.pem`);
  }

  sign(authority: string, name: string, host: string): void {
    const signer = ['-CA', this.path(`${authority}.pem`), '-CAkey', this.path(`${authority}.key`)];
    this.create(name, [...signer, '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]);
  }

  private create(name: string, how: string[]): void {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', this.path(`${name}.key`)];
    const all = ['req', '-x509', '-days', '2', ...key, '-out', this.path(`${name}.pem`), ...how];
    execFileSync('openssl', all, { stdio: 'pipe' });
  }
}

/** Starts one. */
export async function openEncryptedDatabase(): Promise<EncryptedDatabase> {
  const certificates = new Certificates(newFastFolder('glycograph-certificates-'));
  const [authority, otherAuthority] = [certificates.authority('ours'), certificates.authority('theirs')];
  certificates.sign('ours', 'server', 'localhost');
  const file = (name: string) => certificates.path(`server.${name}`);
  const server = await openRestartableDatabase([`--ssl-cert=${file('pem')}`, `--ssl-key=${file('key')}`]);
  const connection = await createConnection({
    ...{ uri: server.url, ssl: { ca: readFileSync(authority), verifyIdentity: false } },
  });
  const password = randomBytes(12).toString('hex');
  await connection.query("CREATE USER 'secret'@'%' IDENTIFIED BY ? REQUIRE SSL", [password]);
  await connection.query("GRANT ALL ON *.* TO 'secret'@'%'");
  return {
    authority,
    otherAuthority,
    newUrl: async (parameters) => {
      const name = `d${randomBytes(6).toString('hex')}`;
      await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      return `mysql://secret:${password}@localhost:${new URL(server.url).port}/${name}${parameters}`;
    },
    certify: async (host) => {
      certificates.sign('ours', 'server', host);
      await connection.query('FLUSH SSL');
    },
    close: async () => {
      await connection.end();
      await server.close();
      rmSync(certificates.folder, { recursive: true });
    },
  };
}
