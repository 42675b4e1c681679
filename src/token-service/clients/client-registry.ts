import { builtInClients } from './built-in-clients';
import { clientOf, type Client } from './client';
import { readClientsFile } from './clients-file';

interface RegistrySettings {
  baseUrl: string;
  backendSecret?: string;
  /** Path of a file with further clients. */
  clientsFile?: string;
}

/** The clients that may ask: built-in ones and those of the file, read once at start-up. */
export class ClientRegistry {
  private readonly clients: ReadonlyMap<string, Client>;
  private readonly webOrigins: ReadonlySet<string>;

  constructor({ clientsFile, ...settings }: RegistrySettings) {
    const registrations = [...builtInClients(settings), ...(clientsFile ? readClientsFile(clientsFile) : [])];
    this.clients = new Map(registrations.map((entry) => [entry.clientId, clientOf(entry)]));
    this.webOrigins = new Set([...this.clients.values()].flatMap((client) => [...client.webOrigins]));
  }

  /** The client with this id, unless it is switched off. */
  find(id: string | undefined): Client | undefined {
    const client = id === undefined ? undefined : this.clients.get(id);
    return client?.enabled ? client : undefined;
  }

  /**
   * True for the client of somebody else, which people are asked about, and for one that is registered no more. Tokens of
   * the log-in routes are of no client.
   */
  isForeign(id: string | undefined): boolean {
    return id !== undefined && (this.clients.get(id)?.consentRequired ?? true);
  }

  /** True for the origin of any client. */
  isKnownOrigin(origin: string): boolean {
    return this.webOrigins.has(origin);
  }
}
