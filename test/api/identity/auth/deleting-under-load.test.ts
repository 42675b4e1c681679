import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { areas } from '../../../../src/areas';
import { basic, newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { accepted, addPatient, newClinic, newClinician } from '../../../support/clinics';
import { newConsent } from '../../../support/consents';
import { sendBlob, sendLog } from '../../../support/content';
import { accessToken, newExternalPerson } from '../../../support/external-provider';
import { writeProvidersFile } from '../../../support/identity-providers-file';
import { messenger } from '../../../support/messages';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import { newPerson, type Person } from '../../../support/person';
import { providerClient, newSession } from '../../../support/provider-sessions';
import { logInAtProvider } from '../../../support/provider-log-in';
import { openBrowser } from '../../../support/realm';
import { makeRestrictedToken } from '../../../support/restricted-tokens';
import { serverVariables, variable } from '../../../support/server';
import { share } from '../../../support/shares';
import { readings, recentHour } from '../../../support/summaries';
import { findTraces } from '../../../support/traces';
import { waitForBackground } from '../../../support/wait-until';
import { newWebPushBrowser } from '../../../support/web-push-browser';

const { provider } = serverVariables(globalThis.serverName ?? '');

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnRealm({
    IDENTITY_PROVIDERS_FILE: writeProvidersFile(variable(provider)),
    LOGIN_ATTEMPTS: '100000',
    // No one moves: a moved owner is a clinician, whose account cannot be deleted.
    CLINIC_MIGRATION_DELAY: '86400',
  });
}, 120_000);

afterAll(() => own.close(), 120_000);

/** The deleted account, a person who shares with it, and other writers of its data. */
interface Scene {
  person: Person;
  friend: TestAccount;
  asServer: string;
  dataSetId: string;
  clinicPath: string;
  /** A provider's claims about the person, whose log-in is linked with the account. */
  external: JWTPayload;
}

const requestExport = `mutation ($input: CreateExportInput!) { requestExport(input: $input) { export { id } } }`;

type Write = () => Promise<Answer>;

async function newScene(): Promise<Scene> {
  const { server } = own;
  const [person, friend] = [await newPerson(server), await newAccount(server)];
  await share(server, person, friend, 'view', 'upload', 'note', 'follow');
  const dataSetId = await person.openedContinuous();
  await person.uploaded(dataSetId, readings(recentHour() - 40 * 3_600_000, 400));
  const { path: clinicPath } = await newClinic(server);
  await newClinician(server, { path: clinicPath }, ['CLINIC_MEMBER'], person);
  const external = await linkedWith(person);
  return { person, friend, asServer: await newServerToken(server), dataSetId, clinicPath, external };
}

/** Links an account with a log-in at a provider, where it has another address. */
async function linkedWith({ email, password }: Person): Promise<JWTPayload> {
  const claims = newExternalPerson({ email });
  const browser = openBrowser();
  const page = await logInAtProvider(claims, { browser });
  const { status } = await browser.submit(page, { password });
  expect(status).toBe(303);
  return newExternalPerson({ sub: claims.sub });
}

/**
 * Data of the account in each area, as written by permitted callers: trusted servers and the friend continue when the
 * account's tokens are invalid.
 */
function writesOf({
  person,
  friend,
  asServer,
  dataSetId,
  clinicPath,
  external,
}: Scene): Record<string, Write> {
  const { server } = own;
  const { post, put, graph } = api(server);
  const { userId, token, email, password } = person;
  const ofAccount = `/v1/users/${userId}`;
  const providers = providerClient(server, asServer);
  let moment = recentHour() - 200 * 3_600_000;
  const upload = (headers?: Record<string, string>) =>
    post(`/v1/data_sets/${dataSetId}/data`, {
      token: friend.token,
      headers,
      body: readings((moment += 300_000), 1, () => 2.5),
    });
  return {
    sessions: () => post('/auth/login', { headers: { Authorization: basic(email, password) } }),
    tokenService: () => logInWithForm(email, password),
    linkedIdentities: () => exchange(external),
    restrictedTokens: () => makeRestrictedToken(server, person, {}),
    confirmations: () =>
      post(`/confirm/send/invite/${userId}`, {
        token: asServer,
        body: { email: `${randomUUID()}@example.org`, permissions: { view: {} } },
      }),
    mail: () => post(`/confirm/send/forgot/${email}`),
    shares: () => post(`/access/${friend.userId}/${userId}`, { token: asServer, body: { view: {} } }),
    clinicMigrations: () => migrate(clinicPath, userId, asServer),
    webPush: () => post(`${ofAccount}/web_push_subscriptions`, { token, body: newWebPushBrowser() }),
    clinics: () =>
      post(`${clinicPath}/patients/${userId}`, { token: asServer, body: { permissions: { view: {} } } }),
    alerts: () =>
      post(`${ofAccount}/followers/${friend.userId}/alerts`, {
        token: friend.token,
        body: { urgentLow: { enabled: true, threshold: { value: 3.5, units: 'mmol/L' } } },
      }),
    alertNotifications: () => upload(),
    uploadReceipts: () => upload(),
    metadata: () => put(`/metadata/${userId}/profile`, { token: asServer, body: { fullName: randomUUID() } }),
    messages: () => messenger(server, friend).send(undefined, userId),
    events: () => messenger(server, friend).send(undefined, userId),
    consents: () => post(`${ofAccount}/consents`, { token, body: newConsent() }),
    blobs: () => sendBlob(server, userId, { token: asServer, raw: randomUUID() }),
    requestedExports: () => graph(requestExport, { token: friend.token, variables: { input: { userId } } }),
    deviceLogs: () => sendLog(server, userId, token),
    deviceTokens: () =>
      post(`${ofAccount}/device_tokens`, {
        token,
        body: { apple: { token: Buffer.from(randomUUID()).toString('base64'), environment: 'sandbox' } },
      }),
    repeatableRequests: () => upload({ 'Idempotency-Key': randomUUID() }),
    dataSources: () =>
      providers.createSession({ userId }, newSession('twiist', { externalId: randomUUID() })),
    data: () => post(`${ofAccount}/data_sets`, { token: asServer, body: { dataSetType: 'continuous' } }),
    summaries: () => post(`/v1/summaries/cgm/${userId}`, { token: asServer }),
  };
}

/** Starts a session of an app that asks for the password itself. */
const logInWithForm = (username: string, password: string): Promise<Answer> =>
  api(own.server).post('/realms/qa1/protocol/openid-connect/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    raw: new URLSearchParams({
      ...{ grant_type: 'password', client_id: 'short-lived-app', scope: 'openid offline_access' },
      ...{ username, password },
    }).toString(),
  });

/** Starts a session with a provider token, which is recorded at the link of the accounts. */
const exchange = (external: JWTPayload): Promise<Answer> =>
  api(own.server).post('/realms/qa1/protocol/openid-connect/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    raw: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      ...{ client_id: 'exchange-partner', client_secret: 'secret of the exchange' },
      ...{ subject_token: accessToken(external), subject_issuer: 'signing' },
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }).toString(),
  });

/** Starts or restarts a migration of a person's patients to a clinic. */
async function migrate(clinicPath: string, userId: string, token: string): Promise<Answer> {
  const { post, patch } = api(own.server);
  const made = await post(`${clinicPath}/migrations`, { token, body: { userId } });
  if (made.status !== 409) return made;
  return patch(`${clinicPath}/migrations/${userId}`, { token, body: { status: 'PENDING' } });
}

/** Repeats a request until it is told to stop, three concurrently. */
function loops(write: Write) {
  let isOver = false;
  const answers: Answer[] = [];
  const loop = async () => {
    while (!isOver) answers.push(await write());
  };
  const running = Promise.all([loop(), loop(), loop()]);
  return {
    answers,
    end: () => {
      isOver = true;
      return running;
    },
  };
}

/** Waits until the first round of deletion has run in every area, which the writes hold up. */
const forgotten = (userId: string) =>
  waitForBackground('all areas to forget the account', async () => {
    const rows: { payload: string }[] = await own.database.reader.query(
      `SELECT payload FROM outbox_messages WHERE topic IN ('account-deleted', 'forget-account')`,
    );
    const isWaiting = rows.some(
      ({ payload }) => payload.includes(userId) && !payload.includes('"isLast":true'),
    );
    return isWaiting ? undefined : true;
  });

describe('an account that is deleted during concurrent writes', () => {
  it('covers every step of a deletion', async () => {
    const names = Object.keys(writesOf(await newScene()));
    const steps = areas.all.flatMap((area) => Object.keys(area.forgets(own.app.services)));
    expect(names.sort()).toEqual(steps.sort());
  });

  const together = [
    ['sessions', 'tokenService', 'restrictedTokens', 'confirmations', 'shares', 'metadata'],
    ['clinics', 'summaries', 'data', 'dataSources'],
    ['alerts', 'alertNotifications', 'uploadReceipts', 'repeatableRequests'],
    ['linkedIdentities', 'clinicMigrations', 'webPush', 'mail'],
    ['messages', 'events', 'consents', 'blobs', 'requestedExports', 'deviceLogs', 'deviceTokens'],
  ];
  // SQLite runs one transaction at a time, so a sample is enough.
  const tried = globalThis.dialect === 'sqlite' ? together.slice(0, 2) : together;

  it.each(tried)('leaves nothing of %s and similar data, not even temporarily', async (...areas) => {
    const scene = await newScene();
    const writes = writesOf(scene);
    const { userId } = scene.person;
    const running = areas.map((area) => loops(writes[area] as Write));
    try {
      await waitForBackground('everybody to have written', () =>
        running.every(({ answers }) => answers.some(({ status }) => status < 300)) ? true : undefined,
      );
      accepted(await api(own.server).delete(`/auth/user/${userId}`, { token: scene.asServer }));
      const counts = running.map(({ answers }) => answers.length);
      await forgotten(userId);
      await waitForBackground('everybody to have tried again', () =>
        running.every(({ answers }, index) => answers.length > Number(counts[index]) + 6) ? true : undefined,
      );
    } finally {
      await Promise.all(running.map(({ end }) => end()));
    }
    expect(running.flatMap(({ answers }) => answers.filter(({ status }) => status >= 500))).toEqual([]);
    expect(await findTraces(own.database, userId)).toEqual([]);
  });

  it('does not reappear through later writes', async () => {
    const scene = await newScene();
    const { person, asServer } = scene;
    await addPatient(own.server, { path: scene.clinicPath }, person, ['view']);
    accepted(await api(own.server).delete(`/auth/user/${person.userId}`, { token: asServer }));
    await forgotten(person.userId);
    for (const write of Object.values(writesOf(scene))) expect((await write()).status).toBeLessThan(500);
    expect(await findTraces(own.database, person.userId)).toEqual([]);
  });
});
