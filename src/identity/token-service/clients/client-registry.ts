import { serverRole } from '../../auth/identity.service';
import type { ServerClients } from '../../auth/ports';
import { builtInClients } from './built-in-clients';
import { toClient, type Client, type ClientRegistration } from './client';
import { readClientsFile } from './clients-file';
import { isRegisteredRedirect, sendsOn } from './redirect-rule';

interface RegistrySettings {
  baseUrl: string;
  backendSecret?: string;
  /** Path of a file with additional clients. */
  clientsFile?: string;
}

/** The registered clients: built-in ones, those of the file, and those of applications that this process serves. */
export class ClientRegistry implements ServerClients {
  private clients: ReadonlyMap<string, Client> = new Map();
  private idsInFile: ReadonlySet<string> = new Set();
  private readonly builtIn: readonly ClientRegistration[];
  private readonly ofApplications: ClientRegistration[] = [];
  private inFile: readonly ClientRegistration[] = [];

  private readonly baseUrl: string;

  constructor({ clientsFile, ...settings }: RegistrySettings) {
    this.baseUrl = settings.baseUrl;
    this.builtIn = builtInClients(settings);
    if (clientsFile === undefined) this.join();
    else this.read(clientsFile);
  }

  /** Reads the clients of a file, which replace those that it had before. Throws when there is a fault in it. */
  read(file: string): void {
    this.inFile = readClientsFile(file);
    this.join();
  }

  /** Adds a client for as long as the process runs. Other clients with the same id count before it. */
  add(registration: ClientRegistration): void {
    this.ofApplications.push(registration);
    this.join();
  }

  private join(): void {
    this.idsInFile = new Set(this.inFile.map(({ clientId }) => clientId));
    const registrations = [...this.builtIn, ...this.inFile];
    const ids = new Set(registrations.map(({ clientId }) => clientId));
    registrations.push(...this.ofApplications.filter(({ clientId }) => !ids.has(clientId)));
    this.clients = new Map(registrations.map((entry) => [entry.clientId, toClient(entry)]));
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

  /** Whether a browser may be sent to an address with the answer for a client that has registered these. */
  isTarget(registered: readonly string[], address: string): boolean {
    return isRegisteredRedirect(registered, address) && !sendsOn(this.baseUrl, address);
  }

  isServer(id: string): boolean {
    return this.find(id)?.roles.includes(serverRole) ?? false;
  }

  /** Whether an origin belongs to any client. */
  isKnownOrigin(origin: string): boolean {
    return [...this.clients.values()].some((client) => client.webOrigins.has(origin));
  }
}
