import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountService } from '../accounts/account.service';
import { now } from '../clock';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import { badInput, forbidden, internalError, unauthenticated } from '../errors';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import { exchangeCode } from './exchange-code';
import type { Provider } from './provider';
import type { ProviderSessionService } from './provider-session.service';
import type { Providers } from './providers';

/** Who is being connected, and with what a browser shows that it is theirs. */
export interface Applicant {
  userId: string;
  /** The restricted token that the browser came with. */
  tokenId: string;
}

/** Where a browser is to go. */
export interface AuthorizationRequest {
  address: string;
  /** The browser has to bring the token back in a cookie. */
  usesCookie: boolean;
}

/** What a provider sent a browser back with. */
export interface AuthorizationAnswer {
  code?: string;
  state?: string;
  error?: string;
}

interface Addresses {
  baseUrl: string;
  /** Where the web application is. */
  webUrl: string;
}

/** Connects accounts with data providers: the account holder allows it there, and we get a token. */
export class ProviderAuthorizationService {
  constructor(
    private readonly providers: Providers,
    private readonly sessions: ProviderSessionService,
    private readonly restrictedTokens: RestrictedTokenService,
    private readonly accounts: AccountService,
    private readonly confirmations: ConfirmationService,
    private readonly addresses: Addresses,
  ) {}

  /** Where a browser asks the provider; `accepted` when it has passed the page before. Throws on unknown providers. */
  request(name: string, { tokenId }: Applicant, accepted: boolean): AuthorizationRequest {
    const provider = this.providers.find(name);
    const address =
      provider.acceptUrl !== undefined && !accepted
        ? this.acceptAddress(provider.acceptUrl, name, tokenId)
        : authorizeAddress(provider, stateOf(provider, tokenId));
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
   * Connects the account with what the provider has answered, in place of earlier connections, and returns where the
   * browser is to go. Throws when the answer is not for this browser, and when the provider has failed.
   */
  async complete(name: string, applicant: Applicant, answer: AuthorizationAnswer): Promise<string> {
    const provider = this.providers.find(name);
    if (answer.error === 'access_denied') return this.webAddress(name, 'declined', applicant.userId);
    const state = stateOf(provider, applicant.tokenId);
    if (!isSame(answer.state ?? '', state)) throw unauthenticated('This answer belongs to another browser.');
    if (answer.error !== undefined)
      throw internalError(new Error(`${name} refused to authorize with an error of its own.`));
    if (answer.code === undefined) throw badInput('The provider has sent no code.');
    const { token, externalId } = await exchangeCode(provider, answer.code, state);
    await this.sessions.replaceAll(
      applicant.userId,
      { type: 'oauth', name, externalId, oauthToken: token },
      (manager) => this.restrictedTokens.spend(manager, applicant.userId, applicant.tokenId),
    );
    return this.webAddress(name, 'authorized', applicant.userId);
  }

  /** Whoever has not claimed the account that was opened for them goes on with that. */
  private async webAddress(
    name: string,
    outcome: 'authorized' | 'declined',
    userId: string,
  ): Promise<string> {
    const address = `${this.addresses.webUrl}/oauth/${name}/${outcome}`;
    const [account] = await this.accounts.findMany([userId]);
    if (!account?.roles.includes('custodial_account')) return address;
    const [signup] = await this.confirmations.pendingSignups([userId]);
    if (!signup || (signup.expiresTime ?? Infinity) <= now()) return address;
    const parameters = new URLSearchParams({ signupEmail: signup.email, signupKey: signup.key });
    return `${address}?${parameters.toString()}`;
  }

  /** Ends the connections of an account with a provider, by the account holder. Throws where that is not allowed. */
  async disconnect(name: string, userId: string, byHolder: boolean): Promise<void> {
    const provider = this.providers.find(name);
    if (byHolder && !provider.userRevocation)
      throw forbidden('Only the provider itself can disconnect this account.');
    await this.sessions.deleteAll({ userId, type: 'oauth', name });
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

/** Ties the answer of a provider to the token of the browser. Without a cookie the token itself has to come back. */
const stateOf = ({ name, cookie, stateSalt }: Provider, tokenId: string): string =>
  cookie ? createHmac('sha256', stateSalt).update(`oauth:${name}:${tokenId}`).digest('hex') : tokenId;

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};
