import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/database/database';
import { badInput, notFound, wrongState } from '../../../platform/errors';
import { serverRole } from '../../auth/identity.service';
import type { ServiceAccountService } from '../../auth/service-account.service';
import type { SessionService } from '../../auth/session.service';
import type { Client } from './client';
import type { ClientRegistry } from './client-registry';
import { clientProblems } from './clients-file';
import { addClient, removeClient, replaceSecret } from './edit-clients-file';

/** A client to add to the file. */
export interface NewClient {
  clientId: string;
  name?: string;
  redirectUris?: readonly string[];
  webOrigins?: readonly string[];
  grants: readonly string[];
  /** Whether it gets a secret. Without one it must use PKCE. */
  isConfidential: boolean;
  /** Whether people are asked for their consent. */
  consentRequired?: boolean;
  /** Roles of its own tokens. */
  roles?: readonly string[];
}

/** A client of the file, and its secret, which is shown once and stored as a digest. */
export interface EditedClient {
  client: Client;
  /** Null for public clients. */
  secret: string | null;
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  clients: ClientRegistry;
  sessions: SessionService;
  serviceAccounts: ServiceAccountService;
  realms: readonly string[];
}

/** 256 random bits: no limit of attempts is needed. */
const newClientSecret = (): string => randomBytes(32).toString('hex');

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether the secret of a client opens all data. */
export const isTrustedServer = ({ roles }: Client): boolean => roles.includes(serverRole);

/**
 * What operators and administrators do to OAuth clients: edits of `CLIENTS_FILE`. This process knows the edited clients
 * at once, others within seconds.
 */
export class ClientAdministration {
  /** @param file path of the file, which need not exist; undefined if the setting is absent */
  constructor(
    private readonly parts: Parts,
    private readonly file: string | undefined,
  ) {}

  /** Adds a client. Throws when the file has it already, and names everything that is wrong with it. */
  async add({ isConfidential, consentRequired, ...rest }: NewClient): Promise<EditedClient> {
    const secret = isConfidential ? newClientSecret() : null;
    const entry = {
      ...rest,
      ...(secret === null ? { pkceRequired: true } : { clientSecretSha256: digest(secret) }),
      ...(consentRequired && { consentRequired }),
    };
    const problems = clientProblems(entry);
    if (problems.length > 0) throw badInput(`The client is not valid: ${problems.join('; ')}.`);
    await this.edit((path) => addClient(path, entry));
    return { client: this.find(rest.clientId), secret };
  }

  /** Adds a trusted server with a secret of its own. */
  addServer(clientId: string): Promise<EditedClient> {
    return this.add({ clientId, grants: ['client_credentials'], isConfidential: true, roles: [serverRole] });
  }

  /** Refuses a trusted server: who has its secret reads all data, which an administrator may not. */
  assertNoServer(id: string): void {
    if (!isTrustedServer(this.find(id))) return;
    throw wrongState(
      `The client ${id} is a trusted server. An operator gives it a new secret: glycograph servers rotate-secret ${id}`,
    );
  }

  /**
   * Gives a client of the file a new secret. The old one is invalid then, and the sessions of its service account end.
   * Those of a trusted server go on: many depend on them.
   */
  async rotateSecret(id: string): Promise<EditedClient> {
    const client = this.find(id);
    if (!this.parts.clients.isInFile(id))
      throw wrongState(
        isTrustedServer(client)
          ? 'The secret of this client is SERVER_SECRET. Change the setting, restart the service, and run `glycograph servers log-out`.'
          : `The client ${id} is built in and has no secret.`,
      );
    const secret = newClientSecret();
    await this.edit((path) => replaceSecret(path, id, digest(secret)));
    if (!isTrustedServer(client)) await this.endServiceSessions(id);
    return { client: this.find(id), secret };
  }

  /** Removes a client from the file, and ends its own sessions. Built-in ones cannot be removed. */
  async remove(id: string): Promise<void> {
    const client = this.find(id);
    if (!this.parts.clients.isInFile(id)) throw wrongState(`The client ${id} is built in.`);
    await this.edit((path) => removeClient(path, id));
    if (isTrustedServer(client)) await this.endServerSessions(id);
    else await this.endServiceSessions(id);
  }

  private async endServiceSessions(id: string): Promise<void> {
    await this.parts.sessions.endAll(this.parts.serviceAccounts.accountId(id));
  }

  /** Ends the sessions of a trusted server, and with them its tokens. */
  async endServerSessions(id: string): Promise<void> {
    const { realms, serviceAccounts, sessions } = this.parts;
    for (const realm of realms) await sessions.endAll(serviceAccounts.serverId(realm, id));
  }

  private find(id: string): Client {
    const client = this.parts.clients.list().find((each) => each.id === id);
    if (!client) throw notFound(`There is no client ${id}.`).about('clientId');
    return client;
  }

  /** The access log and the file change together: an edit that fails leaves no entry. */
  private async edit(change: (path: string) => void): Promise<void> {
    const { file } = this;
    if (file === undefined)
      throw wrongState(
        'CLIENTS_FILE is not set. Set it to the path of a file, which need not exist, and repeat.',
      );
    await this.parts.database.transaction(() => Promise.resolve(change(file)));
    this.parts.clients.read(file);
  }
}
