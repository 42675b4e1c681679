import { createClient, type GraphClient } from '@glycograph/client';
import { MeDocument, NoteAddedDocument, WriteNoteDocument } from '@glycograph/client/operations';
import { createCodeLogIn, type CodeLogIn, type TextStorage } from '@glycograph/client/log-in';
import { randomUUID } from 'node:crypto';
import {
  clients,
  endpoint,
  issuer,
  newAccount,
  openBrowser,
  postForm,
  statusAtApi,
  type Account,
} from '../support/realm';
import { serverUnderTest } from '../support/server';
import { waitFor } from '../support/wait-until';

const { url } = serverUnderTest();
const { web } = clients;

const opened: GraphClient[] = [];
afterEach(() => opened.splice(0).forEach((client) => client.close()));

/** Like `sessionStorage`. */
function newStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

interface Options {
  tokens?: TextStorage;
  onEnd?: () => void;
}

const newLogIn = (options: Options = {}): CodeLogIn =>
  createCodeLogIn({
    issuer: issuer(),
    clientId: web.id,
    redirectUri: web.redirectUri,
    attempts: newStorage(),
    ...options,
  });

/** Logs in with a browser, and returns the address that it came back to. */
async function passLogInPage(logIn: CodeLogIn, account: Account, browser = openBrowser()): Promise<string> {
  const page = await browser.get(await logIn.start());
  const back =
    page.status === 200
      ? await browser.submit(page, { username: account.email, password: account.password })
      : page;
  return back.location ?? '';
}

async function newLoggedIn(options: Options = {}) {
  const account = await newAccount();
  const logIn = newLogIn(options);
  await logIn.finish(await passLogInPage(logIn, account));
  const client = createClient({ url, auth: logIn, longestPause: 200 });
  opened.push(client);
  return { account, logIn, client };
}

const tokenOf = async (logIn: CodeLogIn): Promise<string> =>
  (await logIn.headers()).Authorization?.replace('Bearer ', '') ?? '';

const revoke = (token: string): Promise<Response> =>
  postForm(endpoint('revoke'), { token, client_id: web.id });

describe('a log-in by authorization code and PKCE', () => {
  it('lets the client act for the person', async () => {
    const { account, client } = await newLoggedIn();
    expect((await client.query(MeDocument)).me?.id).toBe(account.userId);
  });

  it('does nothing with an address without an answer', async () => {
    const logIn = newLogIn();
    expect(await logIn.finish(web.redirectUri)).toBe(false);
    expect({ isLoggedIn: logIn.isLoggedIn(), headers: await logIn.headers() }).toEqual({
      isLoggedIn: false,
      headers: {},
    });
  });

  it('refuses an answer to a log-in that it has not started', async () => {
    const [mine, other] = [newLogIn(), newLogIn()];
    await mine.start();
    const answer = await passLogInPage(other, await newAccount());
    await expect(mine.finish(answer)).rejects.toMatchObject({ name: 'LogInError', code: 'invalid_state' });
    expect(mine.isLoggedIn()).toBe(false);
  });

  it('refuses the answer of another token service', async () => {
    const logIn = newLogIn();
    const answer = new URL(await passLogInPage(logIn, await newAccount()));
    answer.searchParams.set('iss', 'https://elsewhere.example/realms/qa1');
    await expect(logIn.finish(answer.href)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('tells why the person is not logged in', async () => {
    const logIn = newLogIn();
    const { location } = await openBrowser().get(await logIn.start({ prompt: 'none' }));
    await expect(logIn.finish(location ?? '')).rejects.toMatchObject({ code: 'login_required' });
  });

  it('keeps the tokens over a reload if it has a place for them', async () => {
    const tokens = newStorage();
    const { account } = await newLoggedIn({ tokens });
    const client = createClient({ url, auth: newLogIn({ tokens }) });
    expect((await client.query(MeDocument)).me?.id).toBe(account.userId);
  });

  it('renews a token that is refused, once for all requests', async () => {
    const { account, logIn, client } = await newLoggedIn();
    const first = await tokenOf(logIn);
    await revoke(first);
    const answers = await Promise.all([client.query(MeDocument), client.query(MeDocument)]);
    expect(answers.map(({ me }) => me?.id)).toEqual([account.userId, account.userId]);
    expect(await tokenOf(logIn)).not.toBe(first);
  });

  it('ends the session when the person logs out', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const logIn = newLogIn();
    await logIn.finish(await passLogInPage(logIn, account, browser));
    const token = await tokenOf(logIn);
    await browser.get(logIn.logOut());
    expect([logIn.isLoggedIn(), await statusAtApi(token)]).toEqual([false, 401]);
  });
});

describe('a subscription', () => {
  async function newListener(options: Options = {}) {
    const { account, logIn, client } = await newLoggedIn(options);
    const told: string[] = [];
    let isOpen = false;
    client.subscribe(
      NoteAddedDocument,
      { userId: account.userId },
      {
        next: ({ data }) => {
          const text = data.messageAdded?.text ?? '';
          if (text === 'open') isOpen = true;
          else told.push(text);
        },
        error: (error) => void told.push(`error: ${(error as { code?: string }).code ?? error.name}`),
      },
    );
    const write = (text: string) =>
      client.mutate(WriteNoteDocument, {
        input: { userId: account.userId, text, guid: randomUUID(), timestamp: new Date().toISOString() },
      });
    const hears = (text: string) => waitFor(text, () => told.includes(text) || undefined);
    // Notes that are written before it has begun are not told.
    await waitFor('the subscription', async () => {
      await write('open');
      return isOpen || undefined;
    });
    return { logIn, told, write, hears };
  }

  it('goes on with a new token when its connection is closed because of the old one', async () => {
    const { logIn, told, write, hears } = await newListener();
    await write('before');
    await hears('before');
    await revoke(await tokenOf(logIn));
    await write('after');
    await hears('after');
    expect(told).toEqual(['before', 'after']);
  });

  it('ends with an error when the session ends', async () => {
    let ended = 0;
    const tokens = newStorage();
    const { told, write, hears } = await newListener({ tokens, onEnd: () => ended++ });
    await write('before');
    await hears('before');
    const { refreshToken } = JSON.parse(tokens.getItem(`glycograph.tokens.${web.id}`) ?? '') as {
      refreshToken: string;
    };
    await revoke(refreshToken);
    await hears('error: UNAUTHENTICATED');
    expect({ told, ended }).toEqual({ told: ['before', 'error: UNAUTHENTICATED'], ended: 1 });
  });
});
