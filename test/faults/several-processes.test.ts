import { join } from 'node:path';
import { logIn, newAccount, newEmail, signUp } from '../support/accounts';
import { api, type Json } from '../support/api';
import { ownDatabases } from '../support/own-databases';
import { claim, claimed, newPractice, prescribed, revise } from '../support/prescriptions';
import { startServer, type RunningServer } from '../support/server-process';

/** Two processes on one database. */
async function startTwo(databaseUrl?: string): Promise<[RunningServer, RunningServer]> {
  const first = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const shared = databaseUrl ?? `sqlite:${join(first.folder, 'glycograph.db')}`;
  return [first, await startServer({ DATABASE_URL: shared })];
}

async function stopBoth(servers: RunningServer[]) {
  await Promise.all(servers.map((server) => server.stop()));
}

describe.each(ownDatabases)('two processes on one %s database', (_name, on) => {
  it("accept each other's tokens, until either ends the session", () =>
    on(async (databaseUrl) => {
      const [first, second] = await startTwo(databaseUrl);
      const { userId, email, password, token } = await newAccount(first);
      expect((await api(second).get('/auth/user', { token })).body.userid).toBe(userId);
      expect((await logIn(second, email, password)).status).toBe(200);
      await api(second).post('/auth/logout', { token });
      expect((await api(first).get('/auth/user', { token })).status).toBe(401);
      await stopBoth([first, second]);
    }));

  it('assign a prescription to one of many, keep one of many revisions, and leave one active', () =>
    on(async (databaseUrl) => {
      const both = await startTwo(databaseUrl);
      const [first, second] = both;
      const practice = await newPractice(first);
      const people = await Promise.all([1, 2, 3, 4].map(() => newAccount(first)));
      const either = (index: number) => (index % 2 === 0 ? first : second);
      const { accessCode } = await prescribed(first, practice);
      const claims = await Promise.all(
        people.map((person, index) => claim(either(index), person, { accessCode, birthday: '1990-05-06' })),
      );
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);

      const { id } = await prescribed(first, practice, { state: 'draft' });
      const revisions = await Promise.all(
        people.map((_, index) => revise(either(index), practice, practice.member, id, { state: 'draft' })),
      );
      const kept = revisions.filter(({ status }) => status === 200).length;
      expect(revisions.filter(({ status }) => status === 409)).toHaveLength(people.length - kept);
      const { body } = await api(second).get(`${practice.path}/${id}`, { token: practice.member.token });
      expect(body.latestRevision.revisionId).toBe(kept);

      const { prescription: one, patient } = await claimed(first, practice);
      const { prescription: other } = await claimed(second, practice, patient);
      const path = `/v1/patients/${patient.userId}/prescriptions`;
      const { token } = patient;
      const activations = await Promise.all(
        [one, other, other, one].map((each, index) =>
          api(either(index)).patch(`${path}/${each.id}`, { token, body: { state: 'active' } }),
        ),
      );
      expect(activations.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
      const states = (await api(second).get(path, { token })).body.map(({ state }: Json) => state);
      expect(states.sort()).toEqual(['active', 'inactive']);
      await stopBoth(both);
    }));

  it('create one account for one address, and lose no write', () =>
    on(async (databaseUrl) => {
      const [first, second] = await startTwo(databaseUrl);
      const email = newEmail(first);
      const both = [first, second, first, second];
      const answers = await Promise.all(
        both.map((server) => signUp(server, { username: email, emails: [email], password: 'open-sesame' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);

      const { userId, token } = await newAccount(first);
      const path = `/metadata/${userId}/profile`;
      const names = Array.from({ length: 10 }, (_, index) => `key${index}`);
      const writes = names.map((name, index) =>
        api(both[index % 2] ?? first).put(path, { token, body: { [name]: index } }),
      );
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(names.map(() => 200));
      const { body } = await api(second).get(path, { token });
      expect(Object.keys(body).sort()).toEqual(names);
      await stopBoth([first, second]);
    }));
});

describe('a killed process', () => {
  it('has lost nothing acknowledged', async () => {
    const server = await startServer();
    const { userId, token } = await newAccount(server);
    await api(server).put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann' } });
    await server.kill();
    await server.start();
    const { body } = await api(server).get(`/metadata/${userId}/profile`, { token });
    expect(body).toEqual({ fullName: 'Ann' });
  });
});
