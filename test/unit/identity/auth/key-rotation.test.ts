import { KeyRingService, realmRing } from '../../../../src/identity/auth/key-ring.service';
import { SigningKeyEntity } from '../../../../src/identity/auth/signing-key.entity';
import { TokenService } from '../../../../src/identity/auth/token.service';
import { Database } from '../../../../src/platform/database/database';
import { persistence } from '../../../../src/persistence';

const minute = 60_000;
const day = 24 * 60 * minute;
const ring = realmRing('one');

/** Two processes on one database, whose clock the test moves. */
let database: Database;
let processes: [TokenService, TokenService];
let started: number;

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
  const start = () =>
    new TokenService(new KeyRingService(database, { signing: 30 * day, longestToken: 45 * day }));
  processes = [start(), start()];
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout'] });
  started = Date.now();
});

afterEach(async () => {
  jest.useRealTimers();
  await database.close();
});

const moveTo = (milliseconds: number): void => void jest.setSystemTime(started + milliseconds);

const signed = (tokens: TokenService, lifetime: number): Promise<string> =>
  tokens.sign(ring, {
    kind: 'Bearer',
    userId: 'a'.repeat(10),
    sessionId: 'b'.repeat(32),
    expiresTime: Date.now() + lifetime,
  });

const keyIdOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: unknown }).kid;

const isGood = async (tokens: TokenService, token: string): Promise<boolean> =>
  (await tokens.verify(ring, token, ['Bearer'])) !== null;

const published = async (tokens: TokenService): Promise<unknown[]> =>
  (await tokens.keyRings.publicKeySet(ring)).keys.map(({ kid }) => kid);

describe('The keys of a realm', () => {
  it('are the same in all processes from the start', async () => {
    const [one, other] = await Promise.all(processes.map((tokens) => signed(tokens, day)));
    expect(keyIdOf(one ?? '')).toBe(keyIdOf(other ?? ''));
  });

  it('change after their time: the new one is published first, and signs a while later in every process', async () => {
    const [one, other] = processes;
    const old = keyIdOf(await signed(one, day));
    moveTo(30 * day - 10 * minute);
    expect(keyIdOf(await signed(one, day))).toBe(old);
    const [fresh] = await published(one);
    expect(fresh).not.toBe(old);
    moveTo(30 * day - 8 * minute);
    expect(await published(other)).toEqual([fresh, old]);
    expect(keyIdOf(await signed(other, day))).toBe(old);
    moveTo(30 * day + minute);
    for (const tokens of processes) {
      const token = await signed(tokens, day);
      expect(keyIdOf(token)).toBe(fresh);
      for (const reader of processes) expect(await isGood(reader, token)).toBe(true);
    }
  });

  it('are replaced at once: what the earlier ones signed is not valid any longer, in other processes after a minute', async () => {
    const [one, other] = processes;
    const token = await signed(one, 90 * day);
    for (const each of processes) expect(await isGood(each, token)).toBe(true);
    await one.keyRings.rotate(ring);
    await one.keyRings.replace(ring);
    const fresh = await signed(one, day);
    expect(keyIdOf(fresh)).not.toBe(keyIdOf(token));
    expect(await isGood(one, token)).toBe(false);
    moveTo(minute);
    expect([await isGood(other, token), await isGood(other, fresh)]).toEqual([false, true]);
    expect(await published(other)).toEqual([keyIdOf(fresh)]);
    expect(await other.keyRings.list()).toMatchObject([{ generation: 3, use: 'signing' }]);
    await expect(one.keyRings.replace('none')).rejects.toThrow('There is no key ring none.');
  });

  it('verify what they have signed as long as it is valid, and are then deleted', async () => {
    const [one, other] = processes;
    const token = await signed(one, 90 * day);
    const old = keyIdOf(token);
    moveTo(30 * day - minute);
    await signed(one, day);
    moveTo(81 * day);
    expect(await isGood(one, token)).toBe(true);
    expect(await published(other)).toContain(old);
    await one.keyRings.purge();
    expect(await database.reader.existsBy(SigningKeyEntity, { keyId: String(old) })).toBe(true);
    moveTo(83 * day);
    expect(await published(other)).not.toContain(old);
    expect(await isGood(other, token)).toBe(false);
    await one.keyRings.purge();
    expect(await database.reader.existsBy(SigningKeyEntity, { keyId: String(old) })).toBe(false);
  });

  it('are created once, whichever process notices first', async () => {
    await Promise.all(processes.map((tokens) => signed(tokens, day)));
    moveTo(31 * day);
    await Promise.all(processes.map((tokens) => signed(tokens, day)));
    expect(await database.reader.countBy(SigningKeyEntity, { ring })).toBe(2);
  });
});
