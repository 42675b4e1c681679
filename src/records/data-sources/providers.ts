import { notFound } from '../../platform/errors';
import type { Provider } from './provider';
import { getDelivery } from './providers-file';

/** The configured data providers. */
export class Providers {
  private readonly byName: ReadonlyMap<string, Provider>;

  constructor(providers: readonly Provider[]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** The provider with this name. Throws if there is none. */
  find(name: string): Provider {
    const provider = this.byName.get(name);
    if (!provider) throw notFound('There is no data provider with this name.').about('name');
    return provider;
  }

  /** Whether one of our clients may upload data of a provider. */
  mayUpload(name: string, clientId: string | undefined): boolean {
    return clientId !== undefined && (this.byName.get(name)?.uploadClients.includes(clientId) ?? false);
  }

  /** How data of a provider is delivered; trusted servers may use providers that are not configured. */
  readonly getDelivery = (name: string): Provider['delivery'] =>
    this.byName.get(name)?.delivery ?? getDelivery(name);
}
