import { KeyRingService, realmRing, sessionRing } from '../../../../src/identity/auth/key-ring.service';
import { TokenService, type TokenContent } from '../../../../src/identity/auth/token.service';
import { Database } from '../../../../src/platform/database/database';
import { persistence } from '../../../../src/persistence';

const hour = 3_600_000;

describe('a repeatedly used token', () => {
  let database: Database;
  let tokens: TokenService;

  beforeAll(async () => {
    database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
    tokens = new TokenService(
      new KeyRingService(database, { signing: 90 * 24 * hour, longestToken: 45 * 24 * hour }),
    );
  });

  afterAll(() => database.close());
  afterEach(() => jest.useRealTimers());

  const content = (changes: Partial<TokenContent> = {}): TokenContent => ({
    kind: 'Session',
    userId: 'a'.repeat(10),
    sessionId: 'b'.repeat(32),
    expiresTime: Date.now() + hour,
    ...changes,
  });

  it('identifies the same account each time', async () => {
    const token = await tokens.sign(sessionRing, content());
    const first = await tokens.verify(sessionRing, token, ['Session']);
    expect(first).toMatchObject({ userId: 'a'.repeat(10), sessionId: 'b'.repeat(32) });
    expect(await tokens.verify(sessionRing, token, ['Session'])).toEqual(first);
  });

  it('stops working when it expires', async () => {
    const token = await tokens.sign(sessionRing, content());
    expect(await tokens.verify(sessionRing, token, ['Session'])).not.toBeNull();
    jest.useFakeTimers({ now: Date.now() + hour, doNotFake: ['nextTick', 'setImmediate'] });
    expect(await tokens.verify(sessionRing, token, ['Session'])).toBeNull();
    expect(await tokens.verify(sessionRing, token, ['Session'], { expired: 'accept' })).not.toBeNull();
  });

  it('is invalid for another ring, kind or issuer after it was valid for its own', async () => {
    const issuer = 'https://auth.example/realms/one';
    const ring = realmRing('one');
    const token = await tokens.sign(ring, content({ kind: 'Bearer', issuer }));
    expect(await tokens.verify(ring, token, ['Bearer'], { issuer })).not.toBeNull();
    expect(await tokens.verify(realmRing('two'), token, ['Bearer'])).toBeNull();
    expect(await tokens.verify(ring, token, ['Refresh'], { issuer })).toBeNull();
    expect(await tokens.verify(ring, token, ['Bearer'], { issuer: `${issuer}/other` })).toBeNull();
  });

  it('is refused if its signature is changed', async () => {
    const token = await tokens.sign(sessionRing, content());
    await tokens.verify(sessionRing, token, ['Session']);
    const [header, payload, signature = ''] = token.split('.');
    const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    expect(await tokens.verify(sessionRing, [header, payload, changed].join('.'), ['Session'])).toBeNull();
  });
});
