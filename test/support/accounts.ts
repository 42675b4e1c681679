import { randomBytes } from 'node:crypto';
import { api, type Answer } from './api';
import type { ServerUnderTest } from './server';

/** A test account, and the token of its first session. */
export interface TestAccount {
  userId: string;
  email: string;
  password: string;
  token: string;
}

export interface NewAccountOptions {
  /** Without a verified address the account cannot log in. True by default. */
  verified?: boolean;
  email?: string;
  password?: string;
  roles?: string[];
}

/** A unique address; an account with it counts as verified by default. */
export function newEmail(server: ServerUnderTest, { verified = true } = {}): string {
  const mark = verified ? `+${server.verificationSecret}` : '';
  return `${randomBytes(8).toString('hex')}${mark}@example.org`;
}

/** Creates an account. Throws when the server refuses. */
export async function newAccount(
  server: ServerUnderTest,
  {
    verified,
    email = newEmail(server, { verified }),
    password = 'open-sesame',
    roles,
  }: NewAccountOptions = {},
): Promise<TestAccount> {
  const answer = await signUp(server, { username: email, emails: [email], password, roles });
  if (answer.status !== 201) throw new Error(`The account was not opened: ${answer.status} ${answer.text}`);
  return { userId: answer.body.userid, email, password, token: sessionToken(answer) };
}

/** Sends a sign-up request unchanged. */
export const signUp = (server: ServerUnderTest, body: unknown): Promise<Answer> =>
  api(server).post('/auth/user', { body });

/** The value of `Authorization: Basic`. */
export const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** Logs in with an email address and a password. */
export const logIn = (server: ServerUnderTest, email: string, password: string): Promise<Answer> =>
  api(server).post('/auth/login', { headers: { Authorization: basic(email, password) } });

/** A token of a trusted server. Throws when the server refuses. */
export async function newServerToken(server: ServerUnderTest, name = 'tests'): Promise<string> {
  const headers = { 'X-Tidepool-Server-Name': name, 'X-Tidepool-Server-Secret': server.serverSecret };
  return sessionToken(await api(server).post('/auth/serverlogin', { headers }));
}

/** The session token in a response. Throws if there is none. */
export function sessionToken({ status, headers, text }: Answer): string {
  const token = headers.get('x-tidepool-session-token');
  if (!token) throw new Error(`The answer carries no session token: ${status} ${text}`);
  return token;
}
