import { notFound } from '../errors';
import type { Provider } from './provider';
import { deliveryOf } from './providers-file';

/** The data providers that this service is a client of. */
export class Providers {
  private readonly byName: ReadonlyMap<string, Provider>;

  constructor(providers: readonly Provider[]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** The provider of this name. Throws when there is none. */
  find(name: string): Provider {
    const provider = this.byName.get(name);
    if (!provider) throw notFound('There is no data provider of this name.');
    return provider;
  }

  /** Whether a client of ours may upload data of a provider. */
  mayUpload(name: string, clientId: string | undefined): boolean {
    return clientId !== undefined && (this.byName.get(name)?.uploadClients.includes(clientId) ?? false);
  }

  /** How the data of a provider get here; trusted servers may know more providers than we do. */
  readonly deliveryOf = (name: string): Provider['delivery'] =>
    this.byName.get(name)?.delivery ?? deliveryOf(name);
}
