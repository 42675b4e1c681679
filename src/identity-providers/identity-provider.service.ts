import type { IdentityProvider } from './identity-provider';
import { readIdentityProviders } from './identity-providers-file';

/** The external identity providers that people may log in with. */
export class IdentityProviderService {
  private readonly providers: readonly IdentityProvider[];

  /** Reads the file at this path; without one there are no providers. Throws when the file is not valid. */
  constructor(path: string | undefined) {
    this.providers = path === undefined ? [] : readIdentityProviders(path);
  }

  /** Those that are switched on, in the order of the file. */
  enabled(): IdentityProvider[] {
    return this.providers.filter((provider) => provider.enabled);
  }

  /** The provider with this alias, unless it is switched off. */
  find(alias: string | undefined): IdentityProvider | undefined {
    return this.enabled().find((provider) => provider.alias === alias);
  }

  /** The provider that a token names as its issuer, by its alias or its address. */
  findByIssuer(issuer: string): IdentityProvider | undefined {
    return this.find(issuer) ?? this.findByAddress(issuer);
  }

  /** The provider at this address, whatever slash is at its end. */
  findByAddress(address: string): IdentityProvider | undefined {
    return this.enabled().find(({ issuer }) => withoutSlash(issuer) === withoutSlash(address));
  }

  /** The provider that the domain of an e-mail address belongs to. */
  findByEmail(email: string): IdentityProvider | undefined {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    return this.enabled().find(({ domains }) => domains.includes(domain));
  }

  /** The name of a provider on pages; of one that is not configured any more only the alias is known. */
  displayName(alias: string): string {
    return this.providers.find((provider) => provider.alias === alias)?.displayName ?? alias;
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
