import type { IdentityProvider } from './identity-provider';
import { readIdentityProviders } from './identity-providers-file';

/** The external identity providers that people can log in with. */
export class IdentityProviderService {
  private readonly providers: readonly IdentityProvider[];

  /** Reads the file at this path; without one there are no providers. Throws when the file is invalid. */
  constructor(path: string | undefined) {
    this.providers = path === undefined ? [] : readIdentityProviders(path);
  }

  /** Enabled providers, in the order of the file. */
  enabled(): IdentityProvider[] {
    return this.providers.filter((provider) => provider.enabled);
  }

  /** The enabled provider with this alias. */
  find(alias: string | undefined): IdentityProvider | undefined {
    return this.enabled().find((provider) => provider.alias === alias);
  }

  /** The provider that a token names as its issuer, by alias or address. */
  findByIssuer(issuer: string): IdentityProvider | undefined {
    return this.find(issuer) ?? this.findByAddress(issuer);
  }

  /** The provider at this address, with or without a trailing slash. */
  findByAddress(address: string): IdentityProvider | undefined {
    return this.enabled().find(({ issuer }) => withoutSlash(issuer) === withoutSlash(address));
  }

  /** The provider that owns the domain of an email address. */
  findByEmail(email: string): IdentityProvider | undefined {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    return this.enabled().find(({ domains }) => domains.includes(domain));
  }

  /** The display name of a provider; the alias if it is no longer configured. */
  displayName(alias: string): string {
    return this.providers.find((provider) => provider.alias === alias)?.displayName ?? alias;
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
