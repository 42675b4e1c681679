import { builtInClients } from './built-in-clients';
import { toClient, type Client, type ClientRegistration } from './client';
import { readClientsFile } from './clients-file';

interface RegistrySettings {
  baseUrl: string;
  backendSecret?: string;
  /** Path of a file with additional clients. */
  clientsFile?: string;
}

/**
 * The registered clients: built-in ones and those of the file, read once at start-up, and those of applications that
 * this process serves.
 */
export class ClientRegistry {
  private readonly clients: Map<string, Client>;
  private readonly idsInFile: ReadonlySet<string>;

  constructor({ clientsFile, ...settings }: RegistrySettings) {
    const inFile = clientsFile ? readClientsFile(clientsFile) : [];
    this.idsInFile = new Set(inFile.map(({ clientId }) => clientId));
    const registrations = [...builtInClients(settings), ...inFile];
    this.clients = new Map(registrations.map((entry) => [entry.clientId, toClient(entry)]));
  }

  /** Adds a client for as long as the process runs. A client of the file with the same id counts before it. */
  add(registration: ClientRegistration): void {
    const { clientId } = registration;
    if (!this.clients.has(clientId)) this.clients.set(clientId, toClient(registration));
  }

  /** All clients, also disabled ones. */
  list(): readonly Client[] {
    return [...this.clients.values()];
  }

  /** Whether a client is registered by the file; the others are built in. */
  isInFile(id: string): boolean {
    return this.idsInFile.has(id);
  }

  /** The enabled client with this id. */
  find(id: string | undefined): Client | undefined {
    const client = id === undefined ? undefined : this.clients.get(id);
    return client?.enabled ? client : undefined;
  }

  /**
   * Whether a client is a third-party client that needs consent, or is no longer registered. Tokens of the log-in
   * routes belong to no client.
   */
  isForeign(id: string | undefined): boolean {
    return id !== undefined && (this.clients.get(id)?.consentRequired ?? true);
  }

  /** Whether an origin belongs to any client. */
  isKnownOrigin(origin: string): boolean {
    return [...this.clients.values()].some((client) => client.webOrigins.has(origin));
  }
}
