import { randomUUID } from 'node:crypto';
import { PatientEntity } from '../../../../src/care/patients/patient.entity';
import { api } from '../../../support/api';
import { accepted, clinicFields, newClinic, newPatient } from '../../../support/clinics';
import { connectedXealth } from '../../../support/connected-xealth';
import { fewBytes } from '../../../support/endless-answer';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { waitFor } from '../../../support/wait-until';
import {
  aboutPatient,
  childBorn,
  knownPatient as known,
  partnerToken,
  programId,
  xealthClinic,
} from '../../../support/xealth';

const connected = connectedXealth();
const { notify, put, open, view, programs, placed, enrolled, withPatient, patientsOf, orderTasks, runAgain } =
  connected;

const today = new Date().toISOString().slice(0, 10);

describe('an order', () => {
  it('creates an account from the form, only once', async () => {
    const at = await xealthClinic(connected.server);
    const { clinic, deployment } = at;
    const { body: tag } = await api(connected.server).post(`${clinic.path}/patient_tags`, {
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
    await waitFor('all orders', async () =>
      (await orderTasks()).every(({ state }) => state === 'completed') ? true : undefined,
    );
    expect(await programs(deployment)).toEqual({ present: false });
    expect(await patientsOf(clinic)).toHaveLength(1);
  });

  it('for a child uses the address of the guardian', async () => {
    const at = await xealthClinic(connected.server);
    const email = `${randomUUID()}@example.com`;
    const child = { birthDate: childBorn };
    await notify(await placed(at, { guardian: { firstName: 'A', lastName: 'B', email } }, child));
    await enrolled(at.deployment, true, child);
    expect(await patientsOf(at.clinic)).toMatchObject([{ email, birthDate: childBorn }]);
  });

  it('shows reports on a known patient, until it is canceled', async () => {
    const { clinic, deployment, event } = await withPatient();
    expect(await patientsOf(clinic)).toHaveLength(1);
    await notify({ ...event, eventContext: 'cancel' });
    await enrolled(deployment, false);
  });

  it('is ignored if it is for another program', async () => {
    const at = await xealthClinic(connected.server);
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
    for (const orderId of [undefined, '..', '.', '']) {
      const { status, body } = await notify({ ...event, orderId });
      expect([orderId, status, body.message]).toEqual([orderId, 400, expect.stringContaining('"orderId"')]);
    }
    const undone = (await orderTasks()).filter(({ state }) => state !== 'completed');
    expect([undone, await patientsOf(at.clinic)]).toEqual([[], []]);
    const twice = await xealthClinic(connected.server, { sourceId: at.deployment });
    expect(twice.clinic.id).not.toBe(at.clinic.id);
    expect((await notify(event)).status).toBe(409);
  });

  it.each([
    { status: 503, body: '' },
    { status: 200, body: 'not { JSON' },
    { status: 200, body: '[]' },
    { status: 200, body: 'endless' },
  ])('is read again later if Xealth responds with %j', async (failure) => {
    const at = await xealthClinic(connected.server);
    const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    connected.xealth.failure = failure;
    await notify(event);
    const task = await waitFor('a failed run', async () =>
      (await orderTasks()).find(({ error, state }) => error !== undefined && state === 'pending'),
    );
    connected.xealth.failure = null;
    for (const sent of connected.xealth.sent) expect(await sent).toBeLessThan(fewBytes);
    expect(Date.parse(task.availableTime as string) - Date.parse(task.runTime as string)).toBeGreaterThan(
      14_000,
    );
    await runAgain(task);
    await enrolled(at.deployment, true);
    expect(await patientsOf(at.clinic)).toHaveLength(1);
  });

  it('stays canceled, whichever event arrives first', async () => {
    const at = await xealthClinic(connected.server);
    const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    await notify({ ...event, eventContext: 'cancel' });
    await notify(event);
    await waitFor('both', async () =>
      (await orderTasks()).every(({ state }) => state === 'completed') ? true : undefined,
    );
    expect([await programs(at.deployment), await patientsOf(at.clinic)]).toEqual([{ present: false }, []]);
  });
});

describe('visible reports', () => {
  it('are listed as programs, with a summary of the patient and of the last view', async () => {
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
    accepted(
      await api(connected.server).put(path, { token: clinic.admin.token, body: { ...known, dataSources } }),
    );
    const stats = (lastUpdatedDate: string) => ({
      cgmStats: statsWith(
        { '14d': periodWith('cgm', {}) },
        { lastUpdatedDate, lastUploadDate: '2026-02-01T00:00:00.000Z' },
      ),
    });
    await tellSummary(connected.server, id, stats('2026-02-02T00:00:00.000Z'));
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
    await tellSummary(connected.server, id, stats(new Date(Date.now() + 60_000).toISOString()));
    expect(await seenBy('doctor')).toEqual([description(today), true]);
  });

  it('open with their URL as long as they are visible', async () => {
    const { clinic, deployment, id, event } = await withPatient();
    const stats = statsWith(
      { '14d': periodWith('cgm', { timeInTargetPercent: 0.7, averageGlucoseMmol: 8 }) },
      { lastUpdatedDate: '2026-02-01T00:00:00.000Z', lastData: '2026-02-01T00:00:00.000Z' },
    );
    await tellSummary(connected.server, id, { cgmStats: stats });
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
    const other = await newPatient(connected.server, clinic, { ...known, mrn: '2' });
    const wrong = [
      ['restricted_token', 'x'],
      ['restricted_token', ''],
      ['patientId', other.id as string],
      ['clinicId', (await newClinic(connected.server)).id],
      ['clinicId', 'nonsense'],
    ];
    for (const [name = '', value = ''] of wrong) {
      const address = new URL(url as string);
      address.searchParams.set(name, value);
      expect([name, (await view(address.href)).status]).toEqual([name, 401]);
    }
    const restricted = new URL(url as string).searchParams.get('restricted_token') ?? '';
    expect(
      (await api(connected.server).get(`/v1/users/${id}/glucose_profile?restricted_token=${restricted}`))
        .status,
    ).toBe(401);
    await notify({ ...event, eventContext: 'cancel' });
    await enrolled(deployment, false);
    expect((await view(url as string)).status).toBe(401);
    expect((await open(deployment)).status).toBe(404);
  });

  it('leave out a birth date that is not known', async () => {
    const { deployment, id } = await withPatient();
    const { url } = accepted(await open(deployment));
    await connected.own.database.transaction((manager) =>
      manager.update(PatientEntity, { userId: id }, { birthDate: '' }),
    );
    const { text } = await view(url as string);
    expect(text).toContain(`<p>Record number ${known.mrn} · ${clinicFields.name}</p>`);
    expect(text).not.toContain('Born');
  });

  it('are refused with an expired token', async () => {
    const { deployment } = await withPatient();
    const { url } = accepted(await open(deployment));
    const id = new URL(url as string).searchParams.get('restricted_token') ?? '';
    const body = { expirationTime: new Date(Date.now() + 1_000).toISOString() };
    accepted(
      await api(connected.server).put(`/v1/restricted_tokens/${id}`, { token: connected.token, body }),
    );
    await waitFor('the end', async () => ((await view(url as string)).status === 401 ? true : undefined));
  });

  it('do not exist for patients who are not enrolled', async () => {
    const { clinic, deployment } = await xealthClinic(connected.server);
    expect(await programs(deployment)).toEqual({ present: false });
    await newPatient(connected.server, clinic, known);
    expect([await programs(deployment), (await open(deployment)).status]).toEqual([{ present: false }, 404]);
    await newPatient(connected.server, clinic, known);
    const body = { deployment, ...aboutPatient({}) };
    for (const path of ['/v1/xealth/programs', '/v1/xealth/program']) {
      expect((await put(path, body)).status).toBe(422);
      expect((await put(path, { ...body, deployment: 'elsewhere' })).status).toBe(404);
      expect((await put(path, { deployment })).status).toBe(400);
    }
  });

  it('are available in the graph with the same token', async () => {
    const { deployment } = await withPatient();
    const query = `query ($input: XealthEventInput!) { xealthPrograms(input: $input) { title hasAlert } }`;
    const event = { deployment, ...aboutPatient({}) };
    const ask = (shown: string) =>
      api(connected.server).graph(query, {
        token: connected.token,
        variables: { input: { partnerToken: shown, event } },
      });
    expect((await ask(partnerToken)).body.data).toEqual({
      xealthPrograms: [{ title: 'Tidepool', hasAlert: false }],
    });
    expect((await ask('wrong')).body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
