import { logIn } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newClaim } from '../../../support/claims';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const password = 'my-first-password';
const birthday = '2009-02-28';

it('is refused with the number by which clients choose their message, and changes nothing', async () => {
  const { path, email, custodian, userId } = await newClaim(server);
  const refusals: [error: number, body: unknown][] = [
    [1001, undefined],
    [1001, []],
    [1002, {}],
    [1002, { password: '', birthday }],
    [1003, { password: 'short', birthday }],
    [1003, { password: 'with blanks in it', birthday }],
    [1003, { password: 12345678, birthday }],
    [1004, { password }],
    [1004, { password, birthday: '' }],
    [1005, { password, birthday: '2009-02-29' }],
    [1005, { password, birthday: '28.02.2009' }],
    [1005, { password, birthday: 20090228 }],
    [1006, { password, birthday: '2009-02-27' }],
  ];
  for (const [error, body] of refusals) {
    const answer = await api(server).put(path, { body });
    expect([body, answer.status, answer.body.error]).toEqual([body, 409, error]);
    expect(answer.body).toMatchObject({ code: 409, reason: answer.body.message });
  }
  expect((await logIn(server, email, password)).status).toBe(401);
  const held = await api(server).get(`/access/${userId}/${custodian.userId}`, { token: custodian.token });
  expect(held.body).toHaveProperty('custodian');
});

it('compares the birthday with the current profile, even if it has none', async () => {
  const { path, userId, custodian } = await newClaim(server);
  const write = (patient: object) =>
    api(server).put(`/metadata/${userId}/profile`, { token: custodian.token, body: { patient } });
  const claim = () => api(server).put(path, { body: { password, birthday } });
  for (const patient of [{}, { birthday: `${birthday}T00:00:00Z` }, { birthday: null }]) {
    await write(patient);
    const { status, body } = await claim();
    expect({ patient, status, error: body.error }).toEqual({ patient, status: 409, error: 1006 });
  }
  await write({ birthday });
  expect((await claim()).status).toBe(200);
});

it.each([
  ['seven characters', '😀'.repeat(7), 1003],
  ['a tab', 'open\tsesame', 1003],
  ['a line feed', 'open\nsesame', 1003],
  ['a carriage return', 'open\rsesame', 1003],
  ['a form feed', 'open\fsesame', 1003],
  ['73 characters', 'x'.repeat(73), 1003],
  ['eight characters', '😀'.repeat(8), undefined],
  ['a non-ASCII space', 'open\u00a0sesame', undefined],
  ['72 characters of four bytes', '😀'.repeat(72), undefined],
])('treats a password of %s as it is', async (_what, chosen, error) => {
  const { path, email } = await newClaim(server);
  const { body } = await api(server).put(path, { body: { password: chosen, birthday } });
  expect(body?.error).toBe(error);
  if (error !== undefined) return;
  expect((await logIn(server, email, chosen)).status).toBe(200);
  expect((await logIn(server, email, `${chosen.slice(0, -2)}😁`)).status).toBe(401);
});

it('treats a body that is not JSON as absent', async () => {
  const { path } = await newClaim(server);
  const answer = await api(server).put(path, { raw: '{"password":' });
  expect([answer.status, answer.body.error]).toEqual([409, 1001]);
});

it('sets the first password, confirms the address and ends all custody', async () => {
  const { path, email, custodian, userId } = await newClaim(server);
  const claimed = await api(server).put(path, { body: { password, birthday } });
  expect([claimed.status, claimed.text]).toEqual([200, '']);

  const loggedIn = await logIn(server, email, password);
  expect(loggedIn.status).toBe(200);
  expect(loggedIn.body).toMatchObject({ userid: userId, emailVerified: true, roles: ['patient'] });
  const held = await api(server).get(`/access/${userId}/${custodian.userId}`, { token: custodian.token });
  expect(held.body).toEqual({ view: {}, upload: {} });
});

it('can be repeated without further effect', async () => {
  const { path, email } = await newClaim(server);
  await api(server).put(path, { body: { password, birthday } });
  const again = await api(server).put(path, { body: { password, birthday } });
  expect(again.status).toBe(200);
  expect((await logIn(server, email, password)).status).toBe(200);
});

it('succeeds once if two answers arrive concurrently', async () => {
  const { path, email } = await newClaim(server);
  const passwords = ['password-number-1', 'password-number-2'];
  const answers = await Promise.all(
    passwords.map((one) => api(server).put(path, { body: { password: one, birthday } })),
  );
  // Whoever is told that it succeeded can log in.
  const loggedIn = await Promise.all(passwords.map((one) => logIn(server, email, one)));
  const outcomes = answers.map(({ status }, index) => [status, loggedIn[index]?.status]);
  expect(outcomes.sort()).toEqual([
    [200, 200],
    [409, 401],
  ]);
});

it('works in the graph too', async () => {
  const { path, email } = await newClaim(server);
  const { body } = await api(server).graph(
    'mutation($input: ConfirmSignupInput!) { confirmSignup(input: $input) { done } }',
    { variables: { input: { key: path.split('/').at(-1), claim: { password, birthday } } } },
  );
  expect(body.data).toEqual({ confirmSignup: { done: true } });
  expect((await logIn(server, email, password)).status).toBe(200);
});

it('fails if it is repeated with a different answer', async () => {
  const { path, email } = await newClaim(server);
  const claim = (body?: object) => api(server).put(path, { body });
  expect((await claim({ password, birthday })).status).toBe(200);
  for (const body of [undefined, {}, { password, birthday }, { birthday }, { password }])
    expect([body, (await claim(body)).status]).toEqual([body, 200]);
  const others: [error: number, body: object][] = [
    [1006, { password, birthday: '2009-02-27' }],
    [1006, { birthday: '2009-02-29' }],
    [1003, { password: 'another-password', birthday }],
    [1003, { password: 'short', birthday: '2009-02-27' }],
  ];
  for (const [error, body] of others) {
    const answer = await claim(body);
    expect([body, answer.status, answer.body.error]).toEqual([body, 409, error]);
  }
  expect((await logIn(server, email, 'another-password')).status).toBe(401);
  expect((await logIn(server, email, password)).status).toBe(200);
});

it('cannot be used to guess a password with a used key', async () => {
  const { path, email } = await newClaim(server);
  const claim = (body: object) => api(server).put(path, { body });
  expect((await claim({ password, birthday })).status).toBe(200);
  for (let guess = 0; guess < 20; guess += 1)
    expect((await claim({ password: `guess-number-${guess}`, birthday })).status).toBe(409);
  expect((await claim({ password, birthday })).status).toBe(429);
  expect((await logIn(server, email, password)).status).toBe(200);
});
