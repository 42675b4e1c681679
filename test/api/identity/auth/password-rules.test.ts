import fc from 'fast-check';
import { logIn, newEmail, signUp } from '../../../support/accounts';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const blanks = [' ', '\t', '\n', '\r', '\f'];

/** Any character except the forbidden spaces, without unpaired surrogates, which UTF-8 cannot express. */
const character = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 1 })
  .filter((text) => !blanks.includes(text));

const textOf = (minLength: number, maxLength: number) =>
  fc.array(character, { minLength, maxLength }).map((characters) => characters.join(''));

const signUpWith = (password: string, email = newEmail(server)) =>
  signUp(server, { username: email, emails: [email], password });

describe('passwords', () => {
  it('may have 8 to 72 characters of any script, and work unchanged at log-in', async () => {
    await fc.assert(
      fc.asyncProperty(textOf(8, 72), async (password) => {
        const email = newEmail(server);
        expect((await signUpWith(password, email)).status).toBe(201);
        expect((await logIn(server, email, password)).status).toBe(200);
      }),
      { numRuns: 40 },
    );
  });

  it('may not be shorter or longer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(textOf(0, 7), textOf(73, 90)), async (password) => {
        expect((await signUpWith(password)).status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });

  it('may not contain a space, tab, line feed, carriage return or form feed', async () => {
    const withBlank = fc
      .tuple(textOf(4, 30), fc.constantFrom(...blanks), textOf(4, 30))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(withBlank, async (password) => {
        expect((await signUpWith(password)).status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['7 emoji', '😀'.repeat(7), 400],
    ['8 emoji', '😀'.repeat(8), 201],
    ['72 emoji', '😀'.repeat(72), 201],
    ['73 emoji', '😀'.repeat(73), 400],
    ['no-break spaces', '\u00a0'.repeat(8), 201],
    ['ideographic spaces', '\u3000'.repeat(8), 201],
    ['vertical tabs', '\v'.repeat(8), 201],
    ['zero bytes', '\0'.repeat(8), 201],
    ['half a surrogate pair', 'open-sesame\ud800', 400],
  ])('%s', async (_what, password, status) => {
    expect((await signUpWith(password)).status).toBe(status);
  });

  it('count completely, even beyond 72 bytes', async () => {
    const email = newEmail(server);
    await signUpWith(`${'é'.repeat(71)}a`, email);
    expect((await logIn(server, email, `${'é'.repeat(71)}b`)).status).toBe(401);
  });
});
