import type { TestAccount } from './accounts';
import { api, type Answer } from './api';
import { newRestrictedToken } from './restricted-tokens';
import type { ServerUnderTest } from './server';

/** The cookie in a response, with all attributes. */
export const readSetCookie = ({ headers }: Answer): string => headers.get('set-cookie') ?? '';

/** A browser that was redirected to a data provider: the request there, and what it brings back. */
export interface SentBrowser {
  /** The restricted token. */
  id: string;
  answer: Answer;
  location: URL;
  state: string;
  cookie: string;
}

/** The window in which a person connects a data provider. */
export function providerBrowser(server: ServerUnderTest) {
  const authorize = (name: string, tokenId: string, more = '') =>
    api(server).get(`/v1/oauth/${name}/authorize?restricted_token=${tokenId}${more}`);
  const comeBack = (name: string, query: Record<string, string>, cookie?: string) =>
    api(server).get(`/v1/oauth/${name}/redirect?${new URLSearchParams(query).toString()}`, {
      headers: cookie === undefined ? {} : { Cookie: cookie },
    });
  const sent = async (
    account: TestAccount,
    name: string,
    paths: string[] = [`/v1/oauth/${name}`],
  ): Promise<SentBrowser> => {
    const { id } = await newRestrictedToken(server, account, { paths });
    const answer = await authorize(name, id);
    const location = new URL(answer.headers.get('location') ?? '');
    const state = location.searchParams.get('state') ?? '';
    return { id, answer, location, state, cookie: readSetCookie(answer) };
  };
  /** Connects an account. Throws when the service refuses. */
  const connected = async (account: TestAccount, name: string): Promise<Answer> => {
    const { state, cookie } = await sent(account, name);
    const answer = await comeBack(name, { code: 'code', state }, cookie.split(';')[0]);
    if (answer.status !== 200) throw new Error(`Not connected: ${answer.status} ${answer.text}`);
    return answer;
  };
  return { authorize, comeBack, sent, connected };
}
