import { newAccount, newEmail, sessionToken, signUp } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const invalidDetails = {
  code: 400,
  reason: 'Invalid user details were given',
  message: 'Invalid user details were given',
};

/** A valid sign-up. */
function valid(changes: Record<string, unknown> = {}) {
  const email = newEmail(server, { verified: false });
  return { username: email, emails: [email], password: 'open-sesame', ...changes };
}

describe('signing up', () => {
  it('creates an account that is a patient, unverified, and without accepted terms', async () => {
    const body = valid();
    const answer = await signUp(server, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      userid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      username: body.username,
      emails: body.emails,
      emailVerified: false,
      roles: ['patient'],
    });
  });

  it('returns a session token under every accepted header name, valid in a header and a path', async () => {
    const answer = await signUp(server, valid());
    const token = sessionToken(answer);
    expect(answer.headers.get('x-service-session-token')).toBe(token);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(token.length).toBeLessThanOrEqual(4096);
  });

  it('lets the first token work although the address is unverified', async () => {
    const { userId, token } = await newAccount(server, { verified: false });
    const { status } = await api(server).put(`/metadata/${userId}/profile`, {
      token,
      body: { fullName: 'Ann' },
    });
    expect(status).toBe(200);
  });

  it('counts an address with the verification secret as verified, with accepted terms', async () => {
    const email = newEmail(server);
    const { body } = await signUp(server, valid({ username: email, emails: [email] }));
    expect(body.emailVerified).toBe(true);
    expect(body.termsAccepted).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  });

  it('stores the address in lower case', async () => {
    const email = newEmail(server, { verified: false });
    const { body } = await signUp(
      server,
      valid({ username: email.toUpperCase(), emails: [email.toUpperCase()] }),
    );
    expect(body).toMatchObject({ username: email, emails: [email] });
  });

  it('ignores unknown keys', async () => {
    const { status } = await signUp(server, valid({ userid: 'mine', emailVerified: true, nonsense: [1] }));
    expect(status).toBe(201);
  });

  it.each([['patient'], ['clinic'], ['clinician']])('creates an account with the role %s', async (role) => {
    const { body } = await signUp(server, valid({ roles: [role] }));
    expect(body.roles).toEqual([role]);
  });

  it('treats missing roles as a patient', async () => {
    const { body } = await signUp(server, valid({ roles: [] }));
    expect(body.roles).toEqual(['patient']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no username', { username: undefined }],
    ['an empty username', { username: '' }],
    ['a username that is a number', { username: 1 }],
    ['a username other than the address', { username: 'other@example.org' }],
    ['no emails', { emails: undefined }],
    ['an empty list of emails', { emails: [] }],
    ['emails that are a text', { emails: 'a@example.org' }],
    ['emails that are numbers', { emails: [1] }],
    ['an invalid second email', { emails: ['a@example.org', 'b'], username: 'a@example.org' }],
    ['no password', { password: undefined }],
    ['an empty password', { password: '' }],
    ['a password that is null', { password: null }],
    ['a password that is a number', { password: 12345678 }],
    ['roles that are a text', { roles: 'patient' }],
    ['an unknown role', { roles: ['admin'] }],
    ['the role custodial_account', { roles: ['custodial_account'] }],
    ['the role migrated_clinic', { roles: ['patient', 'migrated_clinic'] }],
    ['the role brokered', { roles: ['brokered'] }],
    ['a role in capitals', { roles: ['PATIENT'] }],
  ])('refuses %s', async (_what, changes) => {
    const { status, body } = await signUp(server, valid(changes));
    expect(status).toBe(400);
    expect(body).toMatchObject(invalidDetails);
  });

  it.each([['[]'], ['"text"'], ['1'], ['null']])('refuses the body %s', async (raw) => {
    const { status, body } = await api(server).post('/auth/user', { raw });
    expect(status).toBe(400);
    expect(body).toMatchObject(invalidDetails);
  });

  it.each([[''], ['{'], ['username=a@example.org&password=open-sesame']])(
    'refuses the malformed body "%s"',
    async (raw) => {
      const { status, body } = await api(server).post('/auth/user', { raw });
      expect(status).toBe(400);
      expect(body).toMatchObject(invalidDetails);
    },
  );

  it.each([
    ['plain'],
    ['@example.org'],
    ['a@'],
    ['a@b'],
    ['a@b.c'],
    ['a@b@example.org'],
    ['a b@example.org'],
    ['a\tb@example.org'],
    ['a\r\nBcc: b@example.org'],
    [' a@example.org'],
    ['a@example.org '],
    ['a@exa_mple.org'],
    ['a@.org'],
    ['a@example.org.'],
    ['a@example.1a'],
    ['a@exämple.org'],
    [`${'a'.repeat(250)}@example.org`],
    // Converting these to lower case makes two characters of each.
    [`${'İ'.repeat(200)}@example.org`],
  ])('refuses the address "%s"', async (email) => {
    const { status, body } = await signUp(server, valid({ username: email, emails: [email] }));
    expect(status).toBe(400);
    expect(body).toMatchObject(invalidDetails);
  });

  it.each([['o’brien'], ["o'brien"], ['a+b'], ['%41'], ['jürgen'], ['你好'], ['😀'], ['{}|^`~#$&*?/!=']])(
    'accepts an address that begins with "%s"',
    async (localPart) => {
      const email = `${localPart}${newEmail(server, { verified: false })}`;
      const { status, body } = await signUp(server, valid({ username: email, emails: [email] }));
      expect({ status, emails: body.emails }).toEqual({ status: 201, emails: [email] });
    },
  );

  it.each<[string, (email: string) => string]>([
    ['as it is', (email) => email],
    ['in capitals', (email) => email.toUpperCase()],
  ])('refuses an address in use, written %s', async (_how, write) => {
    const { email } = await newAccount(server);
    const taken = write(email);
    const { status, body } = await signUp(server, valid({ username: taken, emails: [taken] }));
    expect(status).toBe(409);
    expect(body).toEqual({ code: 409, reason: 'User already exists', message: 'User already exists' });
  });

  it('creates one account for two concurrent sign-ups with one address', async () => {
    const email = newEmail(server);
    const emails = [email, email.toUpperCase(), email, email.toUpperCase()];
    const answers = await Promise.all(
      emails.map((each) => signUp(server, valid({ username: each, emails: [each] }))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('distinguishes addresses that differ in an accent', async () => {
    const email = newEmail(server, { verified: false });
    const [plain, accented] = [`e${email}`, `é${email}`];
    expect((await signUp(server, valid({ username: plain, emails: [plain] }))).status).toBe(201);
    expect((await signUp(server, valid({ username: accented, emails: [accented] }))).status).toBe(201);
  });
});
