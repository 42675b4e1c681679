import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import type { ConfirmationService } from '../../identity/confirmations/confirmation.service';
import { badInput, forbidden, internalError, unauthenticated } from '../../platform/errors';
import type { RestrictedTokenService } from '../../identity/restricted-tokens/restricted-token.service';
import { exchangeCode } from './exchange-code';
import type { Provider } from './provider';
import type { ProviderSessionService } from './provider-session.service';
import type { Providers } from './providers';

/** The account to connect, and the browser's credential. */
export interface Applicant {
  userId: string;
  /** The restricted token of the browser. */
  tokenId: string;
}

/** Where to redirect a browser. */
export interface AuthorizationRequest {
  address: string;
  /** Whether the browser must return the token in a cookie. */
  usesCookie: boolean;
}

/** The parameters of a redirect back from a provider. */
export interface AuthorizationAnswer {
  code?: string;
  state?: string;
  error?: string;
}

interface Addresses {
  baseUrl: string;
  /** Address of the web application. */
  webUrl: string;
}

/** Dependencies of the class below. */
interface Parts {
  providers: Providers;
  providerSessions: ProviderSessionService;
  restrictedTokens: RestrictedTokenService;
  accounts: AccountService;
  confirmations: ConfirmationService;
}

/** Connects accounts to data providers: the owner authorizes access at the provider, and we get a token. */
export class ProviderAuthorizationService {
  constructor(
    private readonly parts: Parts,
    private readonly addresses: Addresses,
  ) {}

  /**
   * The redirect to the provider; `accepted` if the browser has passed the preceding page. Throws for unknown
   * providers.
   */
  request(name: string, { tokenId }: Applicant, accepted: boolean): AuthorizationRequest {
    const provider = this.parts.providers.find(name);
    const address =
      provider.acceptUrl !== undefined && !accepted
        ? this.acceptAddress(provider.acceptUrl, name, tokenId)
        : authorizeAddress(provider, computeState(provider, tokenId));
    return { address, usesCookie: provider.cookie };
  }

  private acceptAddress(acceptUrl: string, name: string, tokenId: string): string {
    const back = new URLSearchParams({ restricted_token: tokenId, accept: 'authorize' });
    const address = new URL(acceptUrl);
    address.searchParams.set(
      'return_url',
      `${this.addresses.baseUrl}/v1/oauth/${name}/authorize?${back.toString()}`,
    );
    return address.href;
  }

  /**
   * Connects the account with the provider's response, replacing earlier connections, and returns where to redirect
   * the browser. Throws when the response is not for this browser, and when the provider has failed.
   */
  async complete(name: string, applicant: Applicant, answer: AuthorizationAnswer): Promise<string> {
    const provider = this.parts.providers.find(name);
    if (answer.error === 'access_denied') return this.webAddress(name, 'declined', applicant.userId);
    const state = computeState(provider, applicant.tokenId);
    if (!isSame(answer.state ?? '', state))
      throw unauthenticated('This response belongs to another browser.');
    if (answer.error !== undefined)
      throw internalError(new Error(`${name} denied the authorization with a custom error.`));
    if (answer.code === undefined) throw badInput('The provider has sent no code.');
    const exchanged = await exchangeCode(provider, answer.code, state);
    await this.parts.providerSessions.replaceAll(
      applicant.userId,
      { type: 'oauth', name, ...exchanged },
      (manager) => this.parts.restrictedTokens.spend(manager, applicant.userId, applicant.tokenId),
    );
    return this.webAddress(name, 'authorized', applicant.userId);
  }

  /** A person who has not claimed their account continues with that. */
  private async webAddress(
    name: string,
    outcome: 'authorized' | 'declined',
    userId: string,
  ): Promise<string> {
    const address = `${this.addresses.webUrl}/oauth/${name}/${outcome}`;
    const [account] = await this.parts.accounts.findMany([userId]);
    if (!account?.roles.includes('custodial_account')) return address;
    const [signup] = await this.parts.confirmations.pendingSignups([userId]);
    if (!signup || (signup.expiresTime ?? Infinity) <= now()) return address;
    const parameters = new URLSearchParams({ signupEmail: signup.email, signupKey: signup.key });
    return `${address}?${parameters.toString()}`;
  }

  /** Ends the connections of an account to a provider, on behalf of its owner. Throws when that is not allowed. */
  async disconnect(name: string, userId: string, byHolder: boolean): Promise<void> {
    const provider = this.parts.providers.find(name);
    if (byHolder && !provider.userRevocation)
      throw forbidden('Only the provider itself can disconnect this account.');
    await this.parts.providerSessions.deleteAll({ userId, type: 'oauth', name });
  }
}

function authorizeAddress(provider: Provider, state: string): string {
  const address = new URL(provider.authorizeUrl);
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: provider.redirectUrl,
    response_type: 'code',
    scope: provider.scopes.join(' '),
    state,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * Ties the provider's response to the token of the browser. Without a cookie, the state contains the token itself.
 */
const computeState = ({ name, cookie, stateSalt }: Provider, tokenId: string): string =>
  cookie ? createHmac('sha256', stateSalt).update(`oauth:${name}:${tokenId}`).digest('hex') : tokenId;

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};
