import { createConnection, type Connection } from 'mysql2/promise';
import type { MoveProgress } from '../../../../src/care/clinic-migrations/patient-move.service';
import { logIn, newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newClinician, newPatient } from '../../../support/clinics';
import {
  migrationStatus,
  openLegacyClinic,
  toldOfClinic,
  type LegacyClinic,
} from '../../../support/legacy-clinics';
import { waitForMails } from '../../../support/mails';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest, serverVariables, variable } from '../../../support/server';
import { share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, graph, post, put, patch, delete: remove } = api(server);
const onMysql = server.dialect === 'mysql' ? it : it.skip;

let token: string;
let owner: TestAccount;

beforeEach(async () => {
  token = await newServerToken(server);
  owner = await newAccount(server, { roles: ['clinic'] });
});

const opened = (told: object = toldOfClinic): Promise<LegacyClinic> => openLegacyClinic(server, owner, told);

/** Starts a waiting migration at once. */
async function begin(): Promise<void> {
  const name = `org.tidepool.clinic.migrate:${owner.userId}`;
  const [task] = accepted(await get(`/v1/tasks?name=${name}`, { token })) as Json[];
  const body = { availableTime: new Date().toISOString() };
  accepted(await put(`/v1/tasks/${task?.id as string}`, { token, body }));
}

async function trigger({ path }: LegacyClinic): Promise<void> {
  accepted(await post(`${path}/migrate`, { token: owner.token }));
  await begin();
}

const ended = (clinic: LegacyClinic): Promise<true> =>
  waitFor('the end of the migration', async () =>
    (await migrationStatus(server, clinic)) === 'COMPLETED' ? true : undefined,
  );

const patientOf = async ({ path }: LegacyClinic, { userId }: Pick<TestAccount, 'userId'>): Promise<Json> =>
  (await get(`${path}/patients/${userId}`, { token })).body;

const arrived = (clinic: LegacyClinic, person: TestAccount): Promise<Json> =>
  waitFor('a patient', async () => {
    const patient = await patientOf(clinic, person);
    return patient.id === person.userId ? patient : undefined;
  });

const sharedWith = async ({ userId }: TestAccount): Promise<string[]> =>
  Object.keys(accepted(await get(`/access/${userId}`, { token })));

const tell = async ({ userId, token: own }: TestAccount, patient: object): Promise<Json> =>
  accepted(await put(`/metadata/${userId}/profile`, { token: own, body: { fullName: 'Pat', patient } }));

/** Why the last round of a migration was incomplete. */
const reasonToldBy = (text: string): Promise<true> =>
  waitFor('the reason', async () => {
    const tasks = accepted(
      await get(`/v1/tasks?type=org.tidepool.clinic.migrate&size=1000`, { token }),
    ) as Json[];
    const task = tasks.find(({ data }) => data.userId === owner.userId);
    return JSON.stringify(task?.error ?? '').includes(text) ? true : undefined;
  });

const stuck = 'query ($id: ID!) { clinic(id: $id) { stuckPatients { userId fullName reason } } }';

/** Patients who could not move, as the administrator sees them after logging in again. */
const stuckAt = async ({ id }: LegacyClinic): Promise<Json> => {
  const { headers } = await logIn(server, owner.email, owner.password);
  const admin = headers.get('x-tidepool-session-token') ?? '';
  const { body } = await graph(stuck, { token: admin, variables: { id } });
  return body.data.clinic.stuckPatients;
};

it('moves everyone who shares with the account, with the shared permissions', async () => {
  const [viewer, known, follower] = [
    await newAccount(server),
    await newAccount(server),
    await newAccount(server),
  ];
  await put(`/metadata/${viewer.userId}/profile`, {
    token: viewer.token,
    body: { fullName: 'Vic', patient: { birthday: '1990-05-06', mrn: 'M' } },
  });
  await put(`/metadata/${owner.userId}/profile`, { token: owner.token, body: { fullName: 'Dr. Old' } });
  await share(server, viewer, owner, 'view', 'note', 'follow', 'custodian');
  await share(server, known, owner, 'upload');
  await share(server, follower, owner, 'follow');
  await share(server, owner, known, 'view');
  const clinic = await opened();
  await addPatient(server, clinic, known, ['view']);
  await trigger(clinic);
  await ended(clinic);
  expect(await patientOf(clinic, viewer)).toMatchObject({
    fullName: 'Vic',
    birthDate: '1990-05-06',
    mrn: 'M',
    email: viewer.email,
    permissions: { view: {}, note: {}, custodian: {} },
  });
  expect((await patientOf(clinic, known)).permissions).toEqual({ view: {} });
  expect((await get(`${clinic.path}/patient_count`, { token })).body.total).toBe(2);
  expect(await sharedWith(viewer)).not.toContain(owner.userId);
  expect(await sharedWith(known)).not.toContain(owner.userId);
  expect(await sharedWith(follower)).toContain(owner.userId);
  expect(await sharedWith(owner)).toContain(known.userId);
  expect((await get('/auth/user', { token: owner.token })).status).toBe(401);
  expect((await logIn(server, owner.email, owner.password)).body.roles).toEqual(['clinician']);
  for (const person of [viewer, known]) {
    const [mail] = await waitForMails(server, person.email);
    expect(mail).toContain('Dr. Old');
    expect(mail).toContain('Clinic of old');
  }
  const mails = await waitForMails(server, owner.email);
  expect(mails.some((each) => each.includes('Your patients are at Clinic of old'))).toBe(true);
});

it('patients beyond the limit stay in the account', async () => {
  const [kept, taken] = [await newAccount(server), await newAccount(server)];
  await share(server, kept, owner, 'view', 'custodian');
  await share(server, taken, owner, 'view');
  const clinic = await opened({ ...toldOfClinic, country: 'US' });
  await put(`${clinic.path}/settings/patient_count`, { token, body: { hardLimit: { plan: 0 } } });
  await trigger(clinic);
  await arrived(clinic, taken);
  await reasonToldBy('patient count exceeds limit');
  expect(await migrationStatus(server, clinic)).toBe('RUNNING');
  expect((await get(`${clinic.path}/patients/${kept.userId}`, { token })).status).toBe(404);
  expect(await sharedWith(kept)).toContain(owner.userId);
});

it.each<[rule: string, settings: object, mrn: object, reason: string]>([
  ['required', { required: true, unique: false }, {}, 'mrn is required'],
  ['unique', { required: false, unique: true }, { mrn: 'ÁB-1' }, 'mrn must be unique'],
])('patients blocked by %s record numbers stay until they fit', async (_rule, settings, mrn, reason) => {
  const [kept, taken] = [await newAccount(server), await newAccount(server)];
  await tell(kept, mrn);
  await tell(taken, { mrn: 'C-3' });
  for (const person of [kept, taken]) await share(server, person, owner, 'view');
  const clinic = await opened();
  const there = await newPatient(server, { ...clinic, shareCode: '', admin: owner }, { mrn: 'ab-1' });
  accepted(await put(`${clinic.path}/settings/mrn`, { token, body: settings }));
  await trigger(clinic);
  expect(await arrived(clinic, taken)).toMatchObject({ mrn: 'C-3' });
  await reasonToldBy(reason);
  expect(await migrationStatus(server, clinic)).toBe('RUNNING');
  expect((await get(`${clinic.path}/patients/${kept.userId}`, { token })).status).toBe(404);
  expect(await sharedWith(kept)).toContain(owner.userId);
  expect(await patientOf(clinic, { userId: there.id })).toMatchObject({ mrn: 'ab-1' });
  expect(await stuckAt(clinic)).toEqual([{ userId: kept.userId, fullName: 'Pat', reason }]);
  await tell(kept, { mrn: 'D-4' });
  const path = `${clinic.path}/migrations/${owner.userId}`;
  accepted(await patch(path, { token, body: { status: 'PENDING' } }));
  await begin();
  expect(await arrived(clinic, kept)).toMatchObject({ mrn: 'D-4' });
  await ended(clinic);
  expect(await stuckAt(clinic)).toEqual([]);
});

it('a person who shares nothing that gives access to data stays until they do', async () => {
  const [kept, known, taken] = [await newAccount(server), await newAccount(server), await newAccount(server)];
  for (const person of [kept, known]) await share(server, person, owner, 'custodian');
  await share(server, taken, owner, 'view');
  await tell(kept, {});
  const clinic = await opened();
  await addPatient(server, clinic, known, ['view']);
  await trigger(clinic);
  await arrived(clinic, taken);
  await reasonToldBy('view, upload, note is required');
  expect((await get(`${clinic.path}/patients/${kept.userId}`, { token })).status).toBe(404);
  expect(await sharedWith(kept)).toContain(owner.userId);
  expect(await sharedWith(known)).not.toContain(owner.userId);
  const reason = expect.stringContaining('the clinic could do nothing with the data');
  expect(await stuckAt(clinic)).toEqual([{ userId: kept.userId, fullName: 'Pat', reason }]);
  await share(server, kept, owner, 'custodian', 'view');
  accepted(await patch(`${clinic.path}/migrations/${owner.userId}`, { token, body: { status: 'PENDING' } }));
  await begin();
  expect((await arrived(clinic, kept)).permissions).toEqual({ custodian: {}, view: {} });
  await ended(clinic);
});

it('an existing patient stays unchanged, without the shared permissions', async () => {
  const known = await newAccount(server);
  await share(server, known, owner, 'view', 'upload', 'note');
  const clinic = await opened();
  const before = await addPatient(server, clinic, known, ['view'], { fullName: 'Known', mrn: 'K' });
  await trigger(clinic);
  await ended(clinic);
  expect(await patientOf(clinic, known)).toEqual(before);
  expect(await sharedWith(known)).not.toContain(owner.userId);
});

it('ends with a clinic that no patient could move to; the account can then migrate to another one', async () => {
  const kept = await newAccount(server);
  await share(server, kept, owner, 'view');
  const clinic = await opened();
  accepted(await put(`${clinic.path}/settings/mrn`, { token, body: { required: true, unique: false } }));
  await trigger(clinic);
  await reasonToldBy('mrn is required');
  accepted(await remove(clinic.path, { token }));
  expect(await sharedWith(kept)).toContain(owner.userId);
  const other = await newClinic(server);
  await newClinician(server, other, ['CLINIC_MEMBER'], owner);
  const body = { userId: owner.userId };
  accepted(await post(`${other.path}/migrations`, { token, body }));
  await begin();
  await arrived({ ...other, owner }, kept);
});

it('starts at most fifteen patients a second', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, () => newAccount(server)));
  for (const person of people) await share(server, person, owner, 'view');
  const clinic = await opened();
  await trigger(clinic);
  const begun = await waitFor('the beginning', async () => {
    const { body } = await get(`${clinic.path}/migrations/${owner.userId}`, { token });
    return body.status === 'RUNNING' ? Date.parse(body.updatedTime) : undefined;
  });
  await ended(clinic);
  const { data } = accepted(await get(`${clinic.path}/patients?limit=100`, { token }));
  const times = (data as Json[]).map(({ createdTime }) => Date.parse(createdTime)).sort((a, b) => a - b);
  expect(times).toHaveLength(people.length);
  // Later patients start after all earlier turns, however long the first one has waited for the database.
  times.forEach((time, index) =>
    expect(time - begun).toBeGreaterThanOrEqual(Math.floor((index * 1000) / 15)),
  );
});

it('continues after the last patient when its time is over, whatever the ids', async () => {
  const own = await startOwnApp({ CLINIC_MIGRATION_DELAY: '3600' });
  try {
    const account = await newAccount(own.server, { roles: ['clinic'] });
    const people = await Promise.all(Array.from({ length: 12 }, () => newAccount(own.server)));
    for (const person of people) await share(own.server, person, account, 'view');
    const clinic = await openLegacyClinic(own.server, account);
    accepted(await api(own.server).post(`${clinic.path}/migrate`, { token: account.token }));
    const asServer = { token: await newServerToken(own.server) };
    const moved = async (): Promise<string[]> => {
      const path = `${clinic.path}/patients?limit=100`;
      const { data } = accepted(await api(own.server).get(path, asServer));
      return (data as Json[]).map(({ id }) => id as string).sort();
    };
    const { patientMoves } = own.app.services;
    let progress: MoveProgress = {};
    let rounds = 0;
    for (let isOver = false; !isOver; rounds += 1) {
      const time = new AbortController();
      const known = (await moved()).length;
      const run = patientMoves.run(account.userId, progress, time.signal);
      await waitFor('another patient', async () =>
        (await moved()).length > known || known === people.length ? true : undefined,
      );
      time.abort();
      const outcome = await run;
      isOver = outcome.state === 'done';
      if (outcome.state === 'interrupted') progress = outcome.progress;
      expect(outcome).not.toMatchObject({ state: 'refused' });
    }
    expect(await moved()).toEqual(people.map(({ userId }) => userId).sort());
    expect(rounds).toBeGreaterThan(1);
    for (const { userId } of people) {
      const shared = accepted(await api(own.server).get(`/access/${userId}`, asServer));
      expect(Object.keys(shared)).not.toContain(account.userId);
    }
  } finally {
    await own.close();
  }
});

describe('while rows are locked', () => {
  let connection: Connection | undefined;

  afterEach(async () => {
    await connection?.end();
    connection = undefined;
  });

  /** Locks the shares of these people with the owner. */
  async function hold(database: Connection, people: readonly TestAccount[]): Promise<void> {
    // Locks only these rows, not the gaps between them.
    await database.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await database.beginTransaction();
    for (const { userId } of people)
      await database.query('SELECT * FROM shares WHERE sharer_id = ? AND grantee_id = ? FOR UPDATE', [
        userId,
        owner.userId,
      ]);
  }

  /** People who share with the owner, in the order in which they move. */
  async function sharers(count: number): Promise<TestAccount[]> {
    const people = await Promise.all(Array.from({ length: count }, () => newAccount(server)));
    for (const person of people) await share(server, person, owner, 'view');
    return people.sort((a, b) => (a.userId < b.userId ? -1 : 1));
  }

  const connect = () => createConnection(variable(serverVariables('mysql').database));

  onMysql('up to four patients are on their way at once', async () => {
    const people = await sharers(6);
    const [held, others] = [people.slice(0, 3), people.slice(3)];
    const clinic = await opened();
    connection = await connect();
    await hold(connection, held);
    await trigger(clinic);
    for (const person of others) await arrived(clinic, person);
    for (const { userId } of held)
      expect((await get(`${clinic.path}/patients/${userId}`, { token })).status).toBe(404);
    await connection.rollback();
    await ended(clinic);
    for (const person of held) await arrived(clinic, person);
  });

  onMysql('nobody moves any more once a server has taken the migration over', async () => {
    const [first, second] = (await sharers(2)) as [TestAccount, TestAccount];
    const clinic = await opened();
    connection = await connect();
    await hold(connection, [first]);
    await trigger(clinic);
    // The second one has moved while the first one waits.
    await arrived(clinic, second);
    const path = `${clinic.path}/migrations/${owner.userId}`;
    accepted(await patch(path, { token, body: { status: 'COMPLETED' } }));
    await connection.rollback();
    // This waits for whatever waited before.
    await hold(connection, [first]);
    await connection.rollback();
    expect((await get(`${clinic.path}/patients/${first.userId}`, { token })).status).toBe(404);
    expect(await sharedWith(first)).toContain(owner.userId);
    expect(await migrationStatus(server, clinic)).toBe('COMPLETED');
  });
});
