import {
  decodeClaims,
  clients,
  getTokens,
  refreshForm,
  statusAtApi,
  tokenRequest,
  readTokens,
  type Account,
  type Tokens,
} from './realm';
import { waitFor } from './wait-until';

/** A log-in at the realm whose access token is renewed as in a dashboard. */
export interface RenewedLogIn {
  /** The tokens of the last renewal. */
  tokens: () => Tokens;
  /** An access token that stays valid for at least a moment, renewed if necessary. */
  currentToken: () => Promise<string>;
  /** Waits until the access token is refused, then renews it. */
  nextLifetime: () => Promise<void>;
}

/** Logs in. */
export async function renewedLogIn(account: Account): Promise<RenewedLogIn> {
  let tokens = await getTokens(account);
  const renew = async () => {
    tokens = await readTokens(await tokenRequest(refreshForm(clients.web, tokens.refresh_token)));
  };
  const secondsLeft = () => Number(decodeClaims(tokens.access_token).exp) - Date.now() / 1000;
  return {
    tokens: () => tokens,
    async currentToken() {
      if (secondsLeft() < 1) await renew();
      return tokens.access_token;
    },
    async nextLifetime() {
      const { access_token: old } = tokens;
      await waitFor('the end of the token', async () =>
        (await statusAtApi(old)) === 401 ? true : undefined,
      );
      await renew();
    },
  };
}
