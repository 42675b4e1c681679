import fc from 'fast-check';
import {
  isRegisteredRedirect,
  mayBeRegistered,
  sendsOn,
} from '../../../../src/identity/token-service/clients/redirect-rule';

const local = 'http://localhost:3000/*';
const app = 'org.example.app://redirect';

/** Printable ASCII without characters that are invalid in URLs. */
const pathText = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_~!$&\'()+,;=:@/?%"[]{}|^<>*') })
  .filter((text) => !/%2e/i.test(text));

describe('A registered redirect URI with a wildcard', () => {
  it('matches every path and query below it', () => {
    fc.assert(
      fc.property(pathText, (text) => isRegisteredRedirect([local], `http://localhost:3000/${text}`)),
    );
  });

  it.each(['http://localhost:3000', 'http://localhost:3000/', 'http://localhost:3000/x?y=1&z=http://x'])(
    'matches %s',
    (address) => expect(isRegisteredRedirect([local], address)).toBe(true),
  );

  it.each([
    'http://localhost:30001/',
    'http://localhost:300/',
    'http://localhost/',
    'http://localhost:3000.evil.test/',
    'http://localhost:3000@evil.test/',
    'http://user@localhost:3000/',
    'http://user:pw@localhost:3000/',
    'https://localhost:3000/',
    'HTTP://localhost:3000/',
    'http:/localhost:3000/',
    'http://localhost:3000\\@evil.test/',
    'http://localhost:3000/\\evil',
    'http://localhost:3000/../x',
    'http://localhost:3000/a/..',
    'http://localhost:3000/%2e%2e/x',
    'http://localhost:3000/.%2E/x',
    'http://localhost:3000/x#y',
    'http://localhost:3000#',
    'http://localhost:3000?x=1',
    'http://localhost:3000/\nx',
    'http://localhost:3000/\u0000',
    'http://localhost:3000/a b',
    ' http://localhost:3000/',
    'http://localhost:3000/ä',
    'http://loca\u04cfhost:3000/',
    'http%3A%2F%2Flocalhost:3000/',
    'javascript:alert(1)//http://localhost:3000/',
    '',
  ])('does not match %j', (address) => expect(isRegisteredRedirect([local], address)).toBe(false));

  it('never redirects to another origin, as browsers parse URLs', () => {
    const address = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }).map((text) => `http://localhost:3000${text}`),
      fc.string().map((text) => `http://localhost:3000/${text}`),
      fc.string().map((text) => `${text}http://localhost:3000/`),
    );
    fc.assert(
      fc.property(address, (text) => {
        if (!isRegisteredRedirect([local], text)) return;
        const { origin, username, password, hash } = new URL(text);
        expect({ origin, username, password, hash }).toEqual({
          origin: 'http://localhost:3000',
          username: '',
          password: '',
          hash: '',
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('stays below its path', () => {
    const below = ['https://host.example/app/*'];
    expect(isRegisteredRedirect(below, 'https://host.example/app/x')).toBe(true);
    expect(isRegisteredRedirect(below, 'https://host.example/application')).toBe(false);
    expect(isRegisteredRedirect(below, 'https://host.example/')).toBe(false);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const address = `https://host.example/app/${text}`;
        if (!isRegisteredRedirect(below, address)) return;
        expect(new URL(address).pathname.startsWith('/app/')).toBe(true);
      }),
    );
  });
});

describe('A registered redirect URI without a wildcard', () => {
  it('matches only itself', () => {
    expect(isRegisteredRedirect([app], app)).toBe(true);
    const position = fc.nat({ max: app.length - 1 });
    fc.assert(
      fc.property(position, fc.string({ minLength: 0, maxLength: 2 }), (index, text) => {
        const changed = app.slice(0, index) + text + app.slice(index + 1);
        expect(isRegisteredRedirect([app], changed)).toBe(changed === app);
        if (text !== '') expect(isRegisteredRedirect([app], app + text)).toBe(false);
      }),
    );
  });
});

describe('Valid registrations', () => {
  it.each([
    local,
    app,
    'https://host.example/cb?page=1',
    'https://host.example/app/*',
    'app://callback/tidepool',
  ])('%s', (entry) => expect(mayBeRegistered(entry)).toBe(true));
});

describe('Invalid registrations', () => {
  it.each([
    '*',
    '/*',
    'https://*',
    'https://*/*',
    'https://*.example/*',
    'https://host.example*',
    'https://host.example:*/*',
    'https://user@host.example/*',
    'https://host.example/*/x',
    'https://host.example/a*',
    'https://host.example/?x=/*',
    'https://host.example/#/*',
    'https://host.example/../*',
    'app:/*',
    'https:///*',
    'host.example/cb',
    'http://[/*',
  ])('%s', (entry) => expect(mayBeRegistered(entry)).toBe(false));
});

describe('An address that sends browsers on', () => {
  it.each([
    ['https://api.example', 'https://api.example/realms/qa1/x', true],
    ['https://api.example', 'http://api.example/Auth', true],
    ['https://api.example', 'https://api.example//v1', true],
    ['https://api.example/base', 'https://api.example/base/realms/', true],
    ['https://api.example/base', 'https://api.example/realms/', false],
    ['https://api.example', 'https://api.example/realmstory', false],
    ['https://api.example', 'https://api.example/%zz', false],
    ['https://api.example', 'https://api.example/', false],
    ['https://api.example', 'https://app.example/v1/callback', false],
    ['https://api.example', 'org.example.phone://realms', false],
  ])('of a service at %s: %s is %s', (baseUrl, address, expected) =>
    expect(sendsOn(baseUrl, address)).toBe(expected),
  );
});
