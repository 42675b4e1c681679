import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { TaskEntity } from '../../../src/tasks/task.entity';
import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../support/clinics';
import { connectClinic, newOrder, person, sent } from '../../support/ehr';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { periodWith, statsWith, tellSummary } from '../../support/patient-summaries';
import { verificationToken, type ServerUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';

let receiver: Server;
let own: OwnApp;
let server: ServerUnderTest;
let token: string;

const received: { authorization: string | undefined; content: Json }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      received.push({ authorization: request.headers.authorization, content });
      response.end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  own = await startOwnApp({
    REDOX_VERIFICATION_TOKEN: verificationToken,
    REDOX_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    REDOX_TOKEN: 'shown to the receiver',
    TASK_POLL_DELAY: '0.05',
  });
  ({ server } = own);
  token = await newServerToken(server);
});

afterAll(async () => {
  await own.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** A clinic whose messages nobody else gets. */
interface Connected {
  clinic: TestClinic;
  sourceId: string;
  destination: string;
}

async function connected(changes: object = {}): Promise<Connected> {
  const clinic = await newClinic(server);
  const destination = clinic.id;
  const destinationIds = { results: destination, flowsheet: destination, notes: destination };
  const sourceId = await connectClinic(server, clinic, { destinationIds, ...changes });
  return { clinic, sourceId, destination };
}

const messagesTo = (destination: string, dataModel: string): Json[] =>
  received
    .map(({ content }) => content)
    .filter(({ Meta }: Json) => Meta.Destinations[0].ID === destination && Meta.DataModel === dataModel);

const someMessages = (destination: string, dataModel: string, count = 1): Promise<Json[]> =>
  waitFor(`${count} ${dataModel}`, () => {
    const found = messagesTo(destination, dataModel);
    return found.length >= count ? found : undefined;
  });

/** The codes and values of the last result that came. */
async function resultOf(destination: string, count = 1): Promise<[string, string][]> {
  const [order] = (await someMessages(destination, 'Results', count)).at(-1).Orders;
  return order.Results.map(({ Code, Value }: Json) => [Code, Value]);
}

const matching = (value: string, text: string) => [
  ['MATCHING_RESULT', value],
  ['MATCHING_RESULT_MESSAGE', text],
];
const creation = (value: string, text: string) => [
  ['ACCOUNT_CREATION_RESULT', value],
  ['ACCOUNT_CREATION_RESULT_MESSAGE', text],
];

const known = { mrn: person.mrn, fullName: 'Ann Other', birthDate: person.birthDate };

const patientsOf = async ({ clinic }: Connected): Promise<Json[]> =>
  accepted(await api(server).get(`${clinic.path}/patients`, { token: clinic.admin.token })).data;

const figures = {
  averageGlucoseMmol: 8,
  glucoseManagementIndicator: 6.789,
  timeCGMUsePercent: 0.98765,
  timeInTargetPercent: 0.7012,
  timeInVeryLowPercent: 0.0012,
};

const summaryAt = (lastUploadDate: string) => ({
  cgmStats: statsWith(
    { '14d': periodWith('cgm', figures) },
    { lastUpdatedDate: lastUploadDate, lastData: '2026-02-01T00:00:00.000Z', lastUploadDate },
  ),
});

describe('an order that enables reports', () => {
  it('is answered, and followed by figures and a note', async () => {
    const at = await connected({ flowsheets: { icode: true }, notes: { includeGMI: true } });
    const { id } = await newPatient(server, at.clinic, known);
    await tellSummary(server, id as string, summaryAt('2026-02-01T00:00:00.000Z'));
    await sent(server, newOrder(at.sourceId, { code: 'enable' }));
    expect(await resultOf(at.destination)).toEqual(matching('SUCCESS', 'Patient was successfully matched'));
    const [result] = messagesTo(at.destination, 'Results');
    expect(result).toMatchObject({
      Orders: [{ ID: 'O1', Status: 'Resulted' }],
      Visit: { VisitNumber: 'V1' },
    });
    const [flowsheet] = await someMessages(at.destination, 'Flowsheet');
    const values = Object.fromEntries(
      flowsheet.Observations.map(({ Code, Value, Units }: Json) => [Code, `${Value} ${Units}`]),
    );
    expect(values).toMatchObject({
      AVERAGE_GLUCOSE_CGM: '144 mg/dL',
      GMI_CGM: '6.8 %',
      ACTIVE_WEAR_TIME_CGM: '98.77 %',
      TIME_IN_RANGE_CGM: '70 %',
      TIME_BELOW_RANGE_VERY_LOW_CGM: '0.1 %',
    });
    const [note] = await someMessages(at.destination, 'Notes');
    expect(note).toMatchObject({
      Meta: { EventType: 'New' },
      Note: {
        ContentType: 'Base64 Encoded',
        FileType: 'PDF',
        Availability: 'Available',
        Components: [{ ID: 'GMI', Value: '6.8' }],
      },
    });
    const pdf = Buffer.from(note.Note.FileContents as string, 'base64').toString('latin1');
    expect([pdf.slice(0, 5), pdf.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(new Set(received.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer shown to the receiver']),
    );
  });

  it('says so when there is nobody, or more than one', async () => {
    const at = await connected();
    await sent(server, newOrder(at.sourceId, { code: 'enable' }));
    expect(await resultOf(at.destination)).toEqual(matching('FAILURE', 'No matching patients were found'));
    await newPatient(server, at.clinic, known);
    await newPatient(server, at.clinic, known);
    await sent(server, newOrder(at.sourceId, { code: 'disable' }));
    expect(await resultOf(at.destination, 2)).toEqual(
      matching('FAILURE', 'Multiple matching patients were found'),
    );
  });

  it('gives the patient the tags of the order in place of all others, and an address', async () => {
    const at = await connected({ tags: { codes: ['T'], separator: ';' } });
    const { id } = await newPatient(server, at.clinic, known);
    const clinicalInfo = [
      { Code: 'T', Value: 'one; two ;' },
      { Code: 'other', Value: 'three' },
    ];
    const { email } = { email: `${at.destination}@example.com` };
    await sent(server, newOrder(at.sourceId, { code: 'enable', clinicalInfo, emails: [email] }));
    await resultOf(at.destination);
    const { patientTags } = accepted(await api(server).get(at.clinic.path, { token }));
    const patient = accepted(await api(server).get(`${at.clinic.path}/patients/${id as string}`, { token }));
    const names = patient.tags.map((tag: string) => patientTags.find((each: Json) => each.id === tag).name);
    expect([names.sort(), patient.email]).toEqual([['one', 'two'], email]);
  });
});

describe('an order that opens an account', () => {
  it('opens one, once', async () => {
    const at = await connected();
    const email = `${at.destination}@example.com`;
    await sent(server, newOrder(at.sourceId, { code: 'create', emails: [email] }));
    expect(await resultOf(at.destination)).toEqual(creation('SUCCESS', 'Account was successfully created'));
    expect(await patientsOf(at)).toMatchObject([
      { ...known, email, permissions: { custodian: {}, view: {}, upload: {}, note: {} } },
    ]);
    await sent(server, newOrder(at.sourceId, { code: 'create' }));
    expect(await resultOf(at.destination, 2)).toEqual(creation('FAILURE', 'patient already exists'));
  });

  it('takes the address of the guarantor for a child, and tells what is wrong with it', async () => {
    const at = await connected();
    const { email } = await newAccount(server);
    const emails = { emails: ['of-the-child@example.com'], guarantorEmails: [email] };
    const birthDate = `${new Date().getUTCFullYear() - 12}-01-01`;
    await sent(server, newOrder(at.sourceId, { code: 'create', birthDate, ...emails }));
    expect(await resultOf(at.destination)).toEqual(
      creation('FAILURE', 'the email address is already in use'),
    );
    await sent(server, newOrder(at.sourceId, { code: 'create', emails: ['no address'] }));
    const [[, outcome] = []] = await resultOf(at.destination, 2);
    expect(outcome).toBe('FAILURE');
    expect(await patientsOf(at)).toEqual([]);
  });

  it.each(['create', 'create and enable'])('says so again when its process died before: %s', async (code) => {
    const at = await connected();
    const id = await sent(server, newOrder(at.sourceId, { code }));
    const success = creation('SUCCESS', 'Account was successfully created');
    expect(await resultOf(at.destination)).toEqual(success);
    const name = `org.tidepool.ehr.order:${id}`;
    await waitFor('the end of the run', async () =>
      (await own.database.reader.findOneBy(TaskEntity, { name, state: 'completed' })) ? true : undefined,
    );
    await own.database.transaction((manager) =>
      manager.update(TaskEntity, { name }, { state: 'pending', dueTime: 0 }),
    );
    expect(await resultOf(at.destination, 2)).toEqual(success);
    expect(await patientsOf(at)).toHaveLength(1);
  });

  it('opens one account for two orders at once', async () => {
    const at = await connected();
    await Promise.all([1, 2].map(() => sent(server, newOrder(at.sourceId, { code: 'create' }))));
    await resultOf(at.destination, 2);
    const told = messagesTo(at.destination, 'Results').map(({ Orders }) => Orders[0].Results[0].Value);
    expect([told.sort(), await patientsOf(at)]).toEqual([['FAILURE', 'SUCCESS'], [expect.anything()]]);
  });

  it('may enable reports at once, for somebody new and for somebody known', async () => {
    const at = await connected();
    const code = 'create and enable';
    await sent(server, newOrder(at.sourceId, { code }));
    expect(await resultOf(at.destination)).toEqual(creation('SUCCESS', 'Account was successfully created'));
    await sent(server, newOrder(at.sourceId, { code }));
    expect(await resultOf(at.destination, 2)).toEqual(
      matching('SUCCESS', 'Patient was successfully matched'),
    );
  });
});

it('reports again after uploads, but not when nothing is new', async () => {
  const at = await connected({
    scheduledReports: { onUploadEnabled: true, onUploadNoteEventType: 'Replace', cadence: 'DISABLED' },
  });
  const { id } = await newPatient(server, at.clinic, known);
  const eventTime = new Date().toISOString();
  await sent(server, newOrder(at.sourceId, { code: 'enable', eventTime }));
  await resultOf(at.destination);
  const sync = async () =>
    accepted(await api(server).post(`/v1/patients/${id as string}/ehr/sync`, { token }));
  const done = (count: number) =>
    waitFor('reports', async () => {
      const path = '/v1/tasks?type=org.tidepool.ehr.report';
      const { body } = await api(server).get(path, { token });
      const ended = (body as Json[]).filter(({ state }) => state === 'completed');
      return ended.length >= count ? ended.length : undefined;
    });
  await tellSummary(server, id as string, summaryAt('2026-01-01T00:00:00.000Z'));
  const before = await done(0);
  await sync();
  await done(before + 1);
  expect(messagesTo(at.destination, 'Notes')).toEqual([]);
  await tellSummary(server, id as string, summaryAt(new Date(Date.now() + 60_000).toISOString()));
  await sync();
  const [note] = await someMessages(at.destination, 'Notes');
  expect(note).toMatchObject({ Meta: { EventType: 'Replace' } });
  const [flowsheet] = await someMessages(at.destination, 'Flowsheet');
  const values = Object.fromEntries(flowsheet.Observations.map(({ Code, Value }: Json) => [Code, Value]));
  expect(values).toMatchObject({
    AVERAGE_GLUCOSE_CGM: '144.1247',
    GMI_CGM: '6.7890',
    ACTIVE_WEAR_TIME_CGM: '98.7650',
    TIME_IN_RANGE_CGM: '70.1200',
  });
});

describe('the task of a clinic', () => {
  const taskOf = async ({ id }: TestClinic): Promise<Json[]> =>
    accepted(await api(server).get(`/v1/tasks?name=org.tidepool.ehr.sync:${id}`, { token }));

  it('follows the settings', async () => {
    const { clinic } = await connected();
    const shown = async () => (await taskOf(clinic)).map(({ type, data }) => ({ type, data }));
    const task = (cadence: string) => ({
      type: 'org.tidepool.ehr.sync',
      data: { clinicId: clinic.id, cadence },
    });
    expect(await shown()).toEqual([task('336h0m0s')]);
    for (const [cadence, duration] of [
      ['1d', '24h0m0s'],
      ['7d', '168h0m0s'],
      ['30d', '720h0m0s'],
    ]) {
      await connectClinic(server, clinic, { scheduledReports: { onUploadEnabled: false, cadence } });
      expect(await shown()).toEqual([task(duration ?? '')]);
    }
    await connectClinic(server, clinic, { scheduledReports: { onUploadEnabled: true, cadence: 'DISABLED' } });
    expect(await shown()).toEqual([]);
    await connectClinic(server, clinic);
    await connectClinic(server, clinic, { enabled: false });
    expect(await shown()).toEqual([]);
  });

  it('fails for good without a clinic, comes back after an error, and ends without a cadence', async () => {
    const { clinic } = await connected();
    const run = async (data: object): Promise<Json> => {
      const body = { type: 'org.tidepool.ehr.sync', name: JSON.stringify([clinic.id, data]), data };
      const { id } = accepted(await api(server).post('/v1/tasks', { token, body }));
      return waitFor('the run', async () => {
        const task = accepted(await api(server).get(`/v1/tasks/${id as string}`, { token }));
        return task.runTime === undefined || task.state === 'running' ? undefined : task;
      });
    };
    expect(await run({})).toMatchObject({ state: 'failed' });
    expect(await run({ clinicId: clinic.id, cadence: '0s' })).toMatchObject({ state: 'completed' });
    for (const [data, hours] of [
      [{ clinicId: 'f'.repeat(24), cadence: '0s' }, 1],
      [{ clinicId: clinic.id, cadence: '24h0m0s' }, 24],
      [{ clinicId: clinic.id, cadence: 'often' }, 336],
    ] as const) {
      const { state, availableTime, runTime } = await run(data);
      const wait = (Date.parse(availableTime as string) - Date.parse(runTime as string)) / 3_600_000;
      expect([state, Math.round(wait)]).toEqual(['pending', hours]);
    }
  });

  it('is looked after by a task of its own', async () => {
    const tasks = accepted(await api(server).get('/v1/tasks?name=org.tidepool.ehr.reconcile', { token }));
    expect(tasks).toMatchObject([{ type: 'org.tidepool.ehr.reconcile' }]);
  });
});
