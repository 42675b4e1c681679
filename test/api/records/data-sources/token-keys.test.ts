import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProviderSessionEntity } from '../../../../src/records/data-sources/provider-session.entity';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { providerClient } from '../../../support/provider-sessions';
import { waitFor } from '../../../support/wait-until';

const folder = mkdtempSync(join(tmpdir(), 'glycograph-keys-'));
const newDatabase = () => `sqlite:${join(folder, `${randomBytes(8).toString('hex')}.db`)}`;
let DATABASE_URL: string;
const newKey = () => randomBytes(32).toString('base64');

beforeEach(() => {
  DATABASE_URL = newDatabase();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the service on the test's database with these keys, during `use`. */
async function withKeys<T>(keys: string, use: (own: OwnApp) => Promise<T>): Promise<T> {
  const own = await startOwnApp({ DATABASE_URL, PROVIDER_TOKEN_KEY: keys });
  try {
    return await use(own);
  } finally {
    await own.close();
  }
}

const sealed = async (own: OwnApp, id: string) =>
  (await own.database.reader.findOneByOrFail(ProviderSessionEntity, { id })).tokenKey;

const read = async ({ server }: OwnApp, id: string) =>
  api(server).get(`/v1/provider_sessions/${id}`, { token: await newServerToken(server) });

describe('the provider token key', () => {
  it('can be set, changed and removed while tokens stay readable', async () => {
    const [first, second] = [newKey(), newKey()];
    const created = await withKeys('', async (own) => {
      const client = providerClient(own.server, await newServerToken(own.server));
      const session = await client.session(await newAccount(own.server), 'dexcom');
      return { id: session.id as string, key: await sealed(own, session.id) };
    });
    const { id } = created;
    let { key } = created;
    for (const keys of [first, `${second},${first}`]) {
      await withKeys(keys, async (own) => {
        key = await waitFor('sealing', async () => {
          const now = await sealed(own, id);
          return now === key ? undefined : now;
        });
        expect((await read(own, id)).body.oauthToken).toEqual({ accessToken: 'access' });
      });
    }
    await withKeys(second, async (own) => {
      expect((await read(own, id)).body.oauthToken).toEqual({ accessToken: 'access' });
    });
    await withKeys(newKey(), async (own) => {
      const { status, body } = await read(own, id);
      expect([status, body.oauthToken]).toEqual([500, undefined]);
    });
  }, 120_000);

  it('does not overwrite a token that was replaced during re-encryption', () => {
    const [first, second] = [newKey(), newKey()];
    return withKeys(`${second},${first}`, (own) =>
      withKeys(first, async (earlier) => {
        // A process with the previous key is still running, and encrypts with that one.
        const client = providerClient(earlier.server, await newServerToken(earlier.server));
        const { id } = await client.session(await newAccount(earlier.server), 'dexcom');
        const { providerSessions } = own.app.services;
        const token = await newServerToken(own.server);
        const oauthToken = { accessToken: 'replaced' };
        const decryptToken = providerSessions.decryptToken.bind(providerSessions);
        const meanwhile = jest
          .spyOn(providerSessions, 'decryptToken')
          .mockImplementationOnce(async (session) => {
            const before = await decryptToken(session);
            const path = `/v1/provider_sessions/${id as string}`;
            expect((await api(own.server).put(path, { token, body: { oauthToken } })).status).toBe(200);
            return before;
          });
        expect(await providerSessions.sealAnew(1_000)).toBe(1);
        meanwhile.mockRestore();
        expect((await read(own, id)).body.oauthToken).toEqual(oauthToken);
      }),
    );
  }, 120_000);

  it.each(['short', newKey().slice(2), `${newKey()},x`])('is refused if invalid (%#)', async (key) => {
    await expect(startOwnApp({ PROVIDER_TOKEN_KEY: key })).rejects.toThrow('PROVIDER_TOKEN_KEY');
  });
});
