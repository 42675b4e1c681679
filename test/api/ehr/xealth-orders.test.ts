import { randomUUID } from 'node:crypto';
import { newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../support/clinics';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { periodWith, statsWith, tellSummary } from '../../support/patient-summaries';
import type { ServerUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';
import {
  aboutPatient,
  childBorn,
  knownPatient as known,
  partnerToken,
  programId,
  startXealth,
  subsequent,
  xealthCalls,
  xealthClinic,
  type XealthPatient,
  type XealthServer,
} from '../../support/xealth';

let xealth: XealthServer;
let own: OwnApp;
let server: ServerUnderTest;
let token: string;

beforeAll(async () => {
  xealth = await startXealth();
  own = await startOwnApp({ ...xealth.env, TASK_POLL_DELAY: '0.05' });
  ({ server } = own);
  token = await newServerToken(server);
});

afterAll(async () => {
  await own.close();
  xealth.close();
});

type Connected = Awaited<ReturnType<typeof xealthClinic>>;

const { preorder, notify, put }: ReturnType<typeof xealthCalls> = {
  preorder: (body) => xealthCalls(server).preorder(body),
  notify: (body) => xealthCalls(server).notify(body),
  put: (path, body) => xealthCalls(server).put(path, body),
};

/** Fills in a form, and places its order. */
async function placed(
  { deployment }: Connected,
  userInput: object,
  patient: XealthPatient = {},
): Promise<Json> {
  const event = subsequent(deployment, userInput, patient);
  expect((await preorder(event)).body).toEqual({});
  const orderId = randomUUID();
  const { dataTrackingId } = event.formData;
  xealth.orders.set(`${deployment}/${orderId}`, { ...aboutPatient(patient), preorder: { dataTrackingId } });
  return { eventType: 'order', eventContext: 'new', orderId, deployment, programId };
}

const patientsOf = async ({ path, admin }: TestClinic): Promise<Json[]> =>
  accepted(await api(server).get(`${path}/patients`, { token: admin.token })).data;

const programs = async (deployment: string, patient: XealthPatient = {}): Promise<Json> =>
  accepted(await put('/v1/xealth/programs', { deployment, ...aboutPatient(patient) }));

const enrolled = (deployment: string, isPresent: boolean, patient?: XealthPatient) =>
  waitFor(`programs ${String(isPresent)}`, async () => {
    const body = await programs(deployment, patient);
    return body.present === isPresent ? body : undefined;
  });

describe('an order', () => {
  it('opens an account as the form says, and is done once', async () => {
    const at = await xealthClinic(server);
    const { clinic, deployment } = at;
    const { body: tag } = await api(server).post(`${clinic.path}/patient_tags`, {
      token: clinic.admin.token,
      body: { name: 'pump' },
    });
    const email = `${randomUUID()}@example.com`;
    const form = { patient: { email }, dexcom: { connect: true }, tags: { ids: [tag.id] } };
    const event = await placed(at, form);
    const answers = await Promise.all([notify(event), notify(event)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await enrolled(deployment, true);
    const [patient, ...others] = await patientsOf(clinic);
    expect(others).toEqual([]);
    expect(patient).toMatchObject({
      ...known,
      email,
      tags: [tag.id],
      permissions: { custodian: {}, view: {}, upload: {}, note: {} },
      dataSources: [{ providerName: 'dexcom', state: 'pending' }],
      connectionRequests: { dexcom: [{ providerName: 'dexcom' }], abbott: [] },
    });
    expect((await notify({ ...event, eventContext: 'cancel' })).status).toBe(200);
    expect(await enrolled(deployment, false)).toEqual({ present: false });
    await notify(event);
    await notify({ ...event, eventContext: 'update' });
    const open = async () =>
      accepted(await api(server).get('/v1/tasks?type=org.tidepool.ehr.xealth', { token })).filter(
        ({ state }: Json) => state !== 'completed',
      );
    await waitFor('all orders', async () => ((await open()).length === 0 ? true : undefined));
    expect(await programs(deployment)).toEqual({ present: false });
    expect(await patientsOf(clinic)).toHaveLength(1);
  });

  it('for a child takes the address of the guardian', async () => {
    const at = await xealthClinic(server);
    const email = `${randomUUID()}@example.com`;
    const child = { birthDate: childBorn };
    await notify(await placed(at, { guardian: { firstName: 'A', lastName: 'B', email } }, child));
    await enrolled(at.deployment, true, child);
    expect(await patientsOf(at.clinic)).toMatchObject([{ email, birthDate: childBorn }]);
  });

  it('shows the reports of somebody known, and ends them when it is canceled', async () => {
    const { clinic, deployment } = await xealthClinic(server);
    await newPatient(server, clinic, known);
    const orderId = randomUUID();
    xealth.orders.set(`${deployment}/${orderId}`, aboutPatient({}));
    const event = { eventType: 'order', eventContext: 'new', orderId, deployment, programId };
    await notify(event);
    await enrolled(deployment, true);
    expect(await patientsOf(clinic)).toHaveLength(1);
    await notify({ ...event, eventContext: 'cancel' });
    await enrolled(deployment, false);
  });

  it('is left alone when it is none of ours', async () => {
    const at = await xealthClinic(server);
    const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    for (const changes of [
      { eventType: 'survey' },
      { eventContext: 'viewed' },
      { programId: 'another' },
      { deployment: 'elsewhere' },
    ]) {
      const { status, text } = await notify({ ...event, ...changes });
      expect([status, text]).toEqual([200, '']);
    }
    expect((await notify({ ...event, orderId: undefined })).status).toBe(400);
    const tasks = accepted(await api(server).get('/v1/tasks?type=org.tidepool.ehr.xealth', { token }));
    const open = (tasks as Json[]).filter(({ state }) => state !== 'completed');
    expect([open, await patientsOf(at.clinic)]).toEqual([[], []]);
    const twice = await xealthClinic(server, { sourceId: at.deployment });
    expect(twice.clinic.id).not.toBe(at.clinic.id);
    expect((await notify(event)).status).toBe(409);
  });

  it.each([
    { status: 503, body: '' },
    { status: 200, body: 'not { JSON' },
    { status: 200, body: '[]' },
  ])('is read again later when Xealth answers %j', async (failure) => {
    const at = await xealthClinic(server);
    const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    xealth.failure = failure;
    await notify(event);
    const task = await waitFor('a failed run', async () => {
      const tasks = accepted(await api(server).get('/v1/tasks?type=org.tidepool.ehr.xealth', { token }));
      return (tasks as Json[]).find(({ error, state }) => error !== undefined && state === 'pending');
    });
    xealth.failure = null;
    expect(Date.parse(task.availableTime as string) - Date.parse(task.runTime as string)).toBeGreaterThan(
      14_000,
    );
    await enrolled(at.deployment, true);
    expect(await patientsOf(at.clinic)).toHaveLength(1);
  });

  it('is canceled for good, whichever is heard of first', async () => {
    const at = await xealthClinic(server);
    const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    await notify({ ...event, eventContext: 'cancel' });
    await notify(event);
    await waitFor('both', async () => {
      const tasks = accepted(await api(server).get('/v1/tasks?type=org.tidepool.ehr.xealth', { token }));
      return (tasks as Json[]).every(({ state }) => state === 'completed') ? true : undefined;
    });
    expect([await programs(at.deployment), await patientsOf(at.clinic)]).toEqual([{ present: false }, []]);
  });
});

describe('what is shown', () => {
  async function withPatient() {
    const at = await xealthClinic(server);
    const { id } = await newPatient(server, at.clinic, known);
    const orderId = randomUUID();
    xealth.orders.set(`${at.deployment}/${orderId}`, aboutPatient({}));
    await notify({ eventType: 'order', eventContext: 'new', orderId, deployment: at.deployment, programId });
    await enrolled(at.deployment, true);
    return { ...at, id: id as string, orderId };
  }

  const today = new Date().toISOString().slice(0, 10);
  const open = (deployment: string, patient: XealthPatient = {}) =>
    put('/v1/xealth/program', { deployment, ...aboutPatient(patient) });
  const view = (url: string) => api(server).get(url.slice(url.indexOf('/v1/')));

  it('tells programs with what is known of the patient, and of the last look', async () => {
    const { clinic, deployment, id } = await withPatient();
    const program = {
      title: 'Tidepool',
      description:
        'Last Upload: N/A | Last Viewed by You: N/A | Claimed Account?: No | Cloud Connections: None',
      enrolledDate: today,
      hasStatusView: true,
      has_alert: false,
      programId,
    };
    expect(await programs(deployment, { viewer: 'doctor' })).toEqual({ present: true, programs: [program] });
    const dataSources = [
      { providerName: 'twiist', state: 'connected' },
      { providerName: 'dexcom', state: 'pendingReconnect' },
      { providerName: 'abbott', state: 'error' },
    ];
    const path = `${clinic.path}/patients/${id}`;
    accepted(await api(server).put(path, { token: clinic.admin.token, body: { ...known, dataSources } }));
    const stats = (lastUpdatedDate: string) => ({
      cgmStats: statsWith(
        { '14d': periodWith('cgm', {}) },
        { lastUpdatedDate, lastUploadDate: '2026-02-01T00:00:00.000Z' },
      ),
    });
    await tellSummary(server, id, stats('2026-02-02T00:00:00.000Z'));
    const description = (seen: string) =>
      `Last Upload: 2026-02-01 | Last Viewed by You: ${seen} | Claimed Account?: No | ` +
      'Cloud Connections: Abbott (error), Dexcom (pending reconnect), twiist (connected)';
    const seenBy = async (viewer: string) => {
      const { programs: found } = await programs(deployment, { viewer });
      return [found[0].description, found[0].has_alert];
    };
    expect(await seenBy('doctor')).toEqual([description('N/A'), true]);
    accepted(await open(deployment, { viewer: 'doctor' }));
    expect(await seenBy('doctor')).toEqual([description(today), false]);
    expect(await seenBy('nurse')).toEqual([description('N/A'), true]);
    await tellSummary(server, id, stats(new Date(Date.now() + 60_000).toISOString()));
    expect(await seenBy('doctor')).toEqual([description(today), true]);
  });

  it('shows the report to whoever has its address, as long as it is shown', async () => {
    const { clinic, deployment, id, orderId } = await withPatient();
    const stats = statsWith(
      { '14d': periodWith('cgm', { timeInTargetPercent: 0.7, averageGlucoseMmol: 8 }) },
      { lastUpdatedDate: '2026-02-01T00:00:00.000Z', lastData: '2026-02-01T00:00:00.000Z' },
    );
    await tellSummary(server, id, { cgmStats: stats });
    const { url } = accepted(await open(deployment));
    const { status, text, headers } = await view(url as string);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    for (const part of [
      'Jo Jellyfish',
      'Born 1985-01-11',
      'In target: 70 to 180',
      '70 %',
      '144 mg/dL',
      '<svg',
    ])
      expect(text).toContain(part);
    const other = await newPatient(server, clinic, { ...known, mrn: '2' });
    const wrong = [
      ['restricted_token', 'x'],
      ['restricted_token', ''],
      ['patientId', other.id as string],
      ['clinicId', (await newClinic(server)).id],
      ['clinicId', 'nonsense'],
    ];
    for (const [name = '', value = ''] of wrong) {
      const address = new URL(url as string);
      address.searchParams.set(name, value);
      expect([name, (await view(address.href)).status]).toEqual([name, 401]);
    }
    const restricted = new URL(url as string).searchParams.get('restricted_token') ?? '';
    expect(
      (await api(server).get(`/v1/users/${id}/glucose_profile?restricted_token=${restricted}`)).status,
    ).toBe(401);
    await notify({ eventType: 'order', eventContext: 'cancel', orderId, deployment, programId });
    await enrolled(deployment, false);
    expect((await view(url as string)).status).toBe(401);
    expect((await open(deployment)).status).toBe(404);
  });

  it('is refused for a token that has expired', async () => {
    const { deployment } = await withPatient();
    const { url } = accepted(await open(deployment));
    const id = new URL(url as string).searchParams.get('restricted_token') ?? '';
    const body = { expirationTime: new Date(Date.now() + 1_000).toISOString() };
    accepted(await api(server).put(`/v1/restricted_tokens/${id}`, { token, body }));
    await waitFor('the end', async () => ((await view(url as string)).status === 401 ? true : undefined));
  });

  it('is nothing for somebody who is not enrolled', async () => {
    const { clinic, deployment } = await xealthClinic(server);
    expect(await programs(deployment)).toEqual({ present: false });
    await newPatient(server, clinic, known);
    expect([await programs(deployment), (await open(deployment)).status]).toEqual([{ present: false }, 404]);
    await newPatient(server, clinic, known);
    const body = { deployment, ...aboutPatient({}) };
    for (const path of ['/v1/xealth/programs', '/v1/xealth/program']) {
      expect((await put(path, body)).status).toBe(422);
      expect((await put(path, { ...body, deployment: 'elsewhere' })).status).toBe(404);
      expect((await put(path, { deployment })).status).toBe(400);
    }
  });

  it('comes through the graph by the same token', async () => {
    const { deployment } = await withPatient();
    const query = `query ($input: XealthEventInput!) { xealthPrograms(input: $input) { title hasAlert } }`;
    const event = { deployment, ...aboutPatient({}) };
    const ask = (shown: string) =>
      api(server).graph(query, { token, variables: { input: { partnerToken: shown, event } } });
    expect((await ask(partnerToken)).body.data).toEqual({
      xealthPrograms: [{ title: 'Tidepool', hasAlert: false }],
    });
    expect((await ask('wrong')).body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
