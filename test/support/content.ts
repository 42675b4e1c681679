import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { api, type Answer, type CallOptions } from './api';
import type { ServerUnderTest } from './server';

/** The base64 MD5 of some bytes. */
export const md5 = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('base64');

/** The MD5 of an empty text, from RFC 1321. */
export const md5OfNothing = '1B2M2Y8AsgTpgAmY7PhCfg==';

/** Uploads a new blob; its media type is `application/octet-stream` by default. */
export const sendBlob = (
  server: ServerUnderTest,
  userId: string,
  { headers, ...options }: CallOptions,
): Promise<Answer> =>
  api(server).post(`/v1/users/${userId}/blobs`, {
    ...options,
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
  });

/** One entry of a device log. */
export const logEntry = (fields: object = {}): object => ({
  type: 'send',
  managerIdentifier: 'Omnipod-Dash',
  deviceIdentifier: '17F5A2C3',
  timestamp: '2024-05-06T07:08:09.123Z',
  message: 'GetStatusCommand',
  ...fields,
});

/** Uploads a device log of one day with its correct digest; a header that is `undefined` is omitted. */
export function sendLog(
  server: ServerUnderTest,
  userId: string,
  token: string | undefined,
  log: unknown = [logEntry()],
  headers: Record<string, string | undefined> = {},
): Promise<Answer> {
  const raw = typeof log === 'string' ? log : JSON.stringify(log);
  const all = {
    'Content-Type': 'application/json',
    Digest: `MD5=${md5(raw)}`,
    'X-Logs-Start-At-Time': '2024-05-06T00:00:00.000Z',
    'X-Logs-End-At-Time': '2024-05-07T00:00:00.000Z',
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return api(server).post(`/v1/users/${userId}/device_logs`, {
    token,
    raw,
    headers: Object.fromEntries(sent),
  });
}

/** The files in a folder of stored content: complete and incoming ones. */
export const storedFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
