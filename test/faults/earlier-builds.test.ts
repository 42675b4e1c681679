import 'reflect-metadata';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { logIn, newServerToken, sessionToken } from '../support/accounts';
import { api, type Json } from '../support/api';
import { dialects, insertRows, withMigrationsUpTo } from '../support/earlier-database';
import { earlierRows } from '../support/earlier-rows';
import {
  clinicId,
  earlierDataSetId,
  earlierId,
  earlierPassword,
  keeperId,
  patientId,
  recentTime,
} from '../support/rows-of-later-builds';
import { startServer, type RunningServer } from '../support/server-process';
import { waitForMails } from '../support/mails';
import { waitFor } from '../support/wait-until';

/** Takes an empty database through all builds, each of which stores what it stored at its time. */
async function throughAllBuilds(url: string): Promise<void> {
  for (const { lastMigration, rows } of earlierRows.filter((each) => each.rows.length > 0))
    await withMigrationsUpTo(url, lastMigration, async (source) => {
      await migrate(source, url.startsWith('mysql:') ? 'mysql' : 'sqlite');
      await insertRows(source.manager, rows);
    });
}

/** The upgraded service, with the calls of the patient and of the member of the clinic. */
interface Upgraded {
  server: RunningServer;
  serverToken: string;
  patientToken: string;
  memberToken: string;
  ask: (token: string, query: string) => Promise<Json>;
}

async function upgraded(databaseUrl: string): Promise<Upgraded> {
  await throughAllBuilds(databaseUrl);
  const server = await startServer({ DATABASE_URL: databaseUrl, TASK_POLL_DELAY: '0.05' });
  const tokenOf = async (email: string): Promise<string> =>
    sessionToken(await logIn(server, email, earlierPassword));
  return {
    server,
    serverToken: await newServerToken(server),
    patientToken: await tokenOf('patient@example.org'),
    memberToken: await tokenOf('now@example.org'),
    ask: async (token, query) => {
      const { data, errors } = (await api(server).graph(query, { token })).body;
      expect(errors).toBeUndefined();
      return data;
    },
  };
}

const nodes = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node);

/** What is checked, each on the same upgraded database. */
const checks: Record<string, (service: Upgraded) => Promise<void>> = {
  'people log in with the password that they had': async ({ server, patientToken }) => {
    const { body } = await api(server).get('/auth/user', { token: patientToken });
    expect(body).toMatchObject({ userid: patientId, username: 'patient@example.org' });
  },
  'a waiting mail is sent, and a waiting export is made': async ({ server, patientToken, ask }) => {
    const [mail] = await waitForMails(server, 'now@example.org');
    expect(mail).toContain('Still waiting.');
    await waitFor('the export', async () => {
      const { me } = await ask(patientToken, '{ me { requestedExports { edges { node { id state } } } } }');
      const [newest, oldest] = nodes(me.requestedExports);
      expect(oldest).toMatchObject({ id: earlierId(200), state: 'FAILED' });
      return newest?.state === 'READY' || undefined;
    });
  },
  'a note has its reply': async ({ server, patientToken: token }) => {
    const { body } = await api(server).get(`/message/thread/${earlierId(100)}`, { token });
    const texts = body.messages.map(({ messagetext }: Json) => messagetext);
    expect(texts).toEqual(['A reply.', 'The first note.']);
  },
  'a follower sees the alerts that were delivered': async ({ patientToken, ask }) => {
    const alerts = `{ alertNotifications(followedId: "${keeperId}") { edges { node { id kind } } } }`;
    const { alertNotifications } = await ask(patientToken, alerts);
    expect(nodes(alertNotifications)).toEqual([{ id: earlierId(500), kind: 'LOW' }]);
  },
  'the clinic finds its patients by tag, name and device': async ({ memberToken, ask }) => {
    const { clinic } = await ask(
      memberToken,
      `{ clinic(id: "${clinicId}") {
        patientCount { total providers { providerName states { state total } } }
        byTag: patients(filter: { tagIds: ["${earlierId(0)}"] }) { edges { node { userId } } }
        byName: patients(search: "οδυσσεας e") { edges { node { fullName } } } } }`,
    );
    expect(nodes(clinic.byTag)).toEqual([{ userId: patientId }]);
    expect(nodes(clinic.byName)).toHaveLength(3);
    const states = [{ state: 'connected', total: 1 }];
    expect(clinic.patientCount).toMatchObject({ total: 4, providers: [{ providerName: 'dexcom', states }] });
  },
  'the clinic sees its tags, its orders, and the account that moved': async ({ memberToken, ask }) => {
    const { clinic } = await ask(
      memberToken,
      `{ clinic(id: "${clinicId}") { patientTags { id name }
        ehrOrders { edges { node { id userId reason } } } migrations { userId status } } }`,
    );
    expect(clinic.patientTags.map(({ name }: Json) => name).sort()).toEqual(['Type 1', 'Weiß', 'ΟΔΟΣ Α']);
    expect(nodes(clinic.ehrOrders)).toEqual([{ id: earlierId(300), userId: patientId, reason: null }]);
    expect(clinic.migrations).toEqual([{ userId: keeperId, status: 'COMPLETED' }]);
    const [{ id }] = clinic.patientTags;
    expect(await ask(memberToken, `{ node(id: "${id}") { id } }`)).toEqual({ node: { id } });
  },
  'the weeks of a clinic know patients who have sent nothing since': async (service) => {
    const { server, serverToken: token, memberToken, ask } = service;
    await api(server).post(`/v1/summaries/cgm/${patientId}`, { token });
    const weeks = `{ clinic(id: "${clinicId}") { statisticsOverTime(count: 2) { patients unknown noData } } }`;
    const { clinic } = await ask(memberToken, weeks);
    const known = clinic.statisticsOverTime.map(({ unknown }: Json) => unknown);
    expect(known).toEqual([0, 0]);
  },
  'records are found by origin, and replaced': async ({ server, serverToken: token }) => {
    const { get, post } = api(server);
    const values = async () =>
      (await get(`/data/${patientId}?type=cbg`, { token })).body.map(({ value }: Json) => value);
    expect(await values()).toEqual([5, 6]);
    const again = { type: 'cbg', units: 'mmol/L', value: 7, origin: { id: 'second' } };
    const body = [{ ...again, time: new Date(recentTime + 600_000).toISOString() }];
    expect((await post(`/v1/datasets/${earlierDataSetId}/data`, { token, body })).status).toBe(200);
    expect(await values()).toEqual([5, 7]);
  },
};

describe.each(dialects)('a %s database that went through all builds', (_name, on) => {
  it('serves what each of them has stored', () =>
    on(async (databaseUrl) => {
      const service = await upgraded(databaseUrl);
      for (const check of Object.values(checks)) await check(service);
      await service.server.stop();
    }));
});
