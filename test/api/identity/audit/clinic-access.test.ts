import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';
import { permissionSet, share } from '../../../support/shares';
import { closeStreams, overWebSocket, withToken } from '../../../support/streams';

const server = serverUnderTest();
const { get, post, put, delete: remove, graph } = api(server);

let clinic: TestClinic;
let member: TestAccount;
let asServer: string;

beforeAll(async () => {
  clinic = await newClinic(server);
  member = await newClinician(server, clinic);
  asServer = await newServerToken(server);
});

afterEach(closeStreams);

/** A person with an account of their own who is a patient of the clinic, with a tag. */
async function newOwnPatient(...permissions: string[]): Promise<TestAccount> {
  const patient = await newAccount(server);
  await addPatient(server, clinic, patient, permissions.length > 0 ? permissions : ['view', 'note']);
  return patient;
}

const byMember = (operation: string) => ({ actorId: member.userId, kind: 'READ', operation });
const asColleague = { reason: 'CLINIC', permissions: ['VIEW', 'NOTE'] };

describe('members of a clinic who view its records of a patient', () => {
  it("are in the patient's log, with one entry for each patient shown", async () => {
    const [one, two, unseen] = [await newOwnPatient(), await newOwnPatient(), await newOwnPatient()];
    const { token } = member;
    const path = `${clinic.path}/patients`;
    for (const { email } of [one, two])
      expect((await get(`${path}?search=${encodeURIComponent(email)}`, { token })).body.data).toHaveLength(1);
    for (const { userId, token: own } of [one, two]) {
      const entry = await onRecord(server, userId, own, byMember('GET /v1/clinics/{clinicId}/patients'));
      expect(entry).toMatchObject({ ...asColleague, fields: ['Clinic.patients'], client: null });
    }
    const entries = await accessLog(server, unseen.userId, unseen.token);
    expect(entries.filter(({ actorId }: Json) => actorId === member.userId)).toEqual([]);
  });

  it('are logged whatever the route', async () => {
    const patient = await newOwnPatient();
    const { userId, token: own } = patient;
    const { token } = member;
    const mrn = `M${userId}`;
    const tag = accepted(
      await post(`${clinic.path}/patient_tags`, { token, body: { name: mrn.slice(0, 18) } }),
    );
    const body = { fullName: 'Ann Other', birthDate: '1990-05-06', mrn, tags: [tag.id] };
    accepted(await put(`${clinic.path}/patients/${userId}`, { token, body }));
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const until = new Date().toISOString();
    const filters = encodeURIComponent(JSON.stringify({ search: mrn }));
    const ways: [path: string, operation: string, field: string][] = [
      [
        `${clinic.path}/patients/${userId}`,
        'GET /v1/clinics/{clinicId}/patients/{patientId}',
        'Query.patient',
      ],
      [`/v1/patients?mrn=${mrn}`, 'GET /v1/patients', 'Query.findPatients'],
      [
        `${clinic.path}/tide_report?period=7d&tags=${tag.id}&lastDataCutoff=${since}`,
        'GET /v1/clinics/{clinicId}/tide_report',
        'Clinic.tideReport',
      ],
      [
        `${clinic.path}/reports/realtime?startDate=${since}&endDate=${until}&patientFilters=${filters}`,
        'GET /v1/clinics/{clinicId}/reports/realtime',
        'Clinic.realtimeReport',
      ],
    ];
    for (const [path, operation, field] of ways) {
      const answer = await get(path, { token });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain(userId);
      const entry = await onRecord(server, userId, own, byMember(operation));
      expect(entry).toMatchObject({ ...asColleague, fields: [field] });
    }
  });

  it('are logged in the graph, on every path to a patient', async () => {
    const { userId, token: own } = await newOwnPatient();
    const { token } = member;
    const name = userId.slice(0, 18);
    const tag = accepted(await post(`${clinic.path}/patient_tags`, { token, body: { name } }));
    const mrn = `M${userId}`;
    const body = { fullName: 'Ann Other', birthDate: '1990-05-06', mrn, tags: [tag.id] };
    accepted(await put(`${clinic.path}/patients/${userId}`, { token, body }));
    const time = new Date(Date.now() - 3_600_000).toISOString();
    const variables = { clinicId: clinic.id, userId, mrn, tag: tag.id, time };
    const ofClinic = (fields: string) => `clinic(id: $clinicId) { ${fields} }`;
    const ways: Record<string, [variables: string, query: string, field: string]> = {
      Direct: [
        '$clinicId: ID!, $userId: ID!',
        'patient(clinicId: $clinicId, userId: $userId) { fullName }',
        'Query.patient',
      ],
      List: [
        '$clinicId: ID!, $mrn: String!',
        ofClinic('patients(search: $mrn) { edges { node { fullName } } }'),
        'ClinicPatientConnection.edges',
      ],
      Search: [
        '$mrn: String!',
        'findPatients(mrn: $mrn) { edges { node { fullName } } }',
        'PatientConnection.edges',
      ],
      Tide: [
        '$clinicId: ID!, $tag: ID!, $time: DateTime!',
        ofClinic(
          'tideReport(input: { period: DAYS_7, tagIds: [$tag], lastDataCutoff: $time }) { categories { patients { userId } } }',
        ),
        'TideCategory.patients',
      ],
      Realtime: [
        '$clinicId: ID!, $mrn: String!, $time: DateTime!',
        ofClinic('realtimeReport(startTime: $time, endTime: $time, search: $mrn) { patients { userId } }'),
        'RealtimeReport.patients',
      ],
    };
    for (const [name, [types, query, field]] of Object.entries(ways)) {
      const answer = await graph(`query ${name}(${types}) { ${query} }`, { token, variables });
      expect(answer.body.errors).toBeUndefined();
      expect(answer.text).toMatch(/Ann Other|userId/);
      const entry = await onRecord(server, userId, own, byMember(`query ${name}`));
      expect(entry).toMatchObject({ ...asColleague, fields: [field] });
    }
  });

  it('are logged once while they subscribe to changes of their patients', async () => {
    const { userId, token: own } = await newOwnPatient();
    const query = `subscription Watch2($id: ID!) { patientListChanged(clinicId: $id) { userId patient { fullName } } }`;
    const answers = await overWebSocket(server, withToken(member.token)).subscribe(query, { id: clinic.id });
    for (const fullName of ['Ann', 'Anne']) {
      const body = { fullName, birthDate: '1990-05-06' };
      accepted(await put(`${clinic.path}/patients/${userId}`, { token: clinic.admin.token, body }));
      expect((await answers.next()).data.patientListChanged).toEqual({ userId, patient: { fullName } });
    }
    const wanted = byMember('subscription Watch2');
    expect(await onRecord(server, userId, own, wanted)).toMatchObject(asColleague);
    const entries = await accessLog(server, userId, own);
    expect(entries.filter(({ operation }: Json) => operation === wanted.operation)).toHaveLength(1);
  });

  it('are not logged for accounts unknown to the clinic; other callers are logged as refused', async () => {
    const [patient, nobody, curious] = [
      await newOwnPatient(),
      await newAccount(server),
      await newAccount(server),
    ];
    const path = (userId: string) => `${clinic.path}/patients/${userId}`;
    expect((await get(path(nobody.userId), { token: member.token })).status).toBe(404);
    for (const { userId } of [patient, nobody])
      expect((await get(path(userId), { token: curious.token })).status).toBe(403);
    const refused = { kind: 'REFUSED', actorId: curious.userId };
    await onRecord(server, patient.userId, patient.token, refused);
    const entries = await accessLog(server, nobody.userId, nobody.token);
    expect(entries.filter(({ actorId }: Json) => actorId !== nobody.userId)).toEqual([]);
  });

  it('are distinguished from patients themselves, and from trusted servers', async () => {
    const { userId, token } = await newOwnPatient();
    await get(`/v1/patients/${userId}/clinics`, { token });
    const operation = 'GET /v1/patients/{userId}/clinics';
    await onRecord(server, userId, token, { operation, reason: 'OWNER', actorId: userId });
    await get(`${clinic.path}/patients/${userId}`, { token: asServer });
    await onRecord(server, userId, token, { reason: 'SERVER', kind: 'READ' });
  });
});

describe('patient data that a member of a clinic reads', () => {
  it('is logged as read through the clinic, unless a share allows it', async () => {
    const { userId, ...owner } = await newOwnPatient('view');
    await share(server, { ...owner, userId }, member, 'note');
    expect((await get(`/data/${userId}`, { token: member.token })).status).toBe(200);
    expect((await get(`/message/notes/${userId}`, { token: member.token })).status).toBe(200);
    const both = { permissions: ['NOTE', 'VIEW'] };
    const read = (operation: string) => onRecord(server, userId, owner.token, byMember(operation));
    expect(await read('GET /data/{userId}')).toMatchObject({ ...both, reason: 'CLINIC' });
    expect(await read('GET /message/notes/{userId}')).toMatchObject({ ...both, reason: 'SHARE' });
  });
});

describe('members of a clinic who change its records of a patient', () => {
  it('are logged with each change', async () => {
    const patient = await newOwnPatient();
    const { userId, token: own } = patient;
    const path = `${clinic.path}/patients/${userId}`;
    const { token } = member;
    const body = { fullName: 'Ann Other', birthDate: '1990-05-06' };
    const changes: [operation: string, field: string, change: () => Promise<{ status: number }>][] = [
      ['PUT /v1/clinics/{clinicId}/patients/{patientId}', 'updatePatient', () => put(path, { token, body })],
      [
        'PUT /v1/clinics/{clinicId}/patients/{patientId}/reviews',
        'reviewPatient',
        () => put(`${path}/reviews`, { token }),
      ],
      [
        'DELETE /v1/clinics/{clinicId}/patients/{patientId}/reviews',
        'revertPatientReview',
        () => remove(`${path}/reviews`, { token }),
      ],
      [
        'POST /v1/clinics/{clinicId}/patients/{patientId}/upload_reminder',
        'sendUploadReminder',
        () => post(`${path}/upload_reminder`, { token }),
      ],
    ];
    for (const [operation, field, change] of changes) {
      expect([operation, (await change()).status]).toEqual([operation, 200]);
      const entries = await accessLog(server, userId, own);
      expect(entries.filter((entry: Json) => entry.operation === operation)).toEqual([
        expect.objectContaining({
          ...asColleague,
          kind: 'CHANGE',
          actorId: member.userId,
          fields: [`Mutation.${field}`],
          share: null,
        }),
      ]);
    }
    const refused = await put(path, { token, body: { ...body, birthDate: 'never' } });
    expect(refused.status).toBe(400);
    const entries = await accessLog(server, userId, own);
    expect(
      entries.filter(
        ({ operation }: Json) => operation.startsWith('PUT') && operation.endsWith('{patientId}'),
      ),
    ).toHaveLength(1);
  });
});

describe("a clinic's permissions on an account", () => {
  const sharesWithClinic = async (userId: string, token: string) =>
    (await accessLog(server, userId, token))
      .filter((entry: Json) => entry.share?.clinicId === clinic.id)
      .map(({ actorId, reason, operation, share: { before, after } }: Json) => ({
        actorId,
        reason,
        operation,
        before,
        after,
      }));

  it('are logged from the invitation to the end, with who changed them', async () => {
    const { userId, token: own } = await newAccount(server);
    const body = { shareCode: clinic.shareCode, permissions: permissionSet('view', 'note') };
    const { key } = accepted(await post(`/confirm/send/invite/${userId}/clinic`, { token: own, body }));
    accepted(await put(`${clinic.path}/invites/patients/${key}`, { token: member.token, body: {} }));
    const path = `${clinic.path}/patients/${userId}`;
    accepted(await put(`${path}/permissions`, { token: own, body: permissionSet('view') }));
    accepted(await remove(path, { token: clinic.admin.token }));
    expect(await sharesWithClinic(userId, own)).toEqual([
      {
        actorId: clinic.admin.userId,
        reason: 'CLINIC',
        operation: 'DELETE /v1/clinics/{clinicId}/patients/{patientId}',
        before: ['VIEW'],
        after: [],
      },
      {
        actorId: userId,
        reason: 'OWNER',
        operation: 'PUT /v1/clinics/{clinicId}/patients/{patientId}/permissions',
        before: ['VIEW', 'NOTE'],
        after: ['VIEW'],
      },
      {
        actorId: member.userId,
        reason: 'CLINIC',
        operation: 'PUT /v1/clinics/{clinicId}/invites/patients/{inviteId}',
        before: [],
        after: ['VIEW', 'NOTE'],
      },
    ]);
  });

  it('are logged for an account that it creates, until the owner claims it', async () => {
    const { id: userId } = await newPatient(server, clinic);
    const body = { updates: { username: `${userId}@example.org`, password: 'open-sesame' } };
    accepted(await put(`/auth/user/${userId}`, { token: asServer, body }));
    const all = ['CUSTODIAN', 'VIEW', 'UPLOAD', 'NOTE'];
    expect(await sharesWithClinic(userId, asServer)).toEqual([
      expect.objectContaining({ reason: 'SERVER', before: all, after: all.slice(1) }),
      expect.objectContaining({ actorId: clinic.admin.userId, reason: 'CLINIC', before: [], after: all }),
    ]);
  });

  it('are logged when clinics are merged', async () => {
    const [source, target] = [await newClinic(server), await newClinic(server)];
    const [moved, merged] = [await newAccount(server), await newAccount(server)];
    for (const each of [moved, merged]) await addPatient(server, source, each, ['view']);
    await addPatient(server, target, merged, ['view', 'note']);
    const path = `/v1/clinics/${target.id}/merge`;
    accepted(await post(path, { token: asServer, body: { sourceId: source.id } }));
    const sharesOf = async ({ userId, token }: TestAccount) =>
      (await accessLog(server, userId, token))
        .filter(({ operation }: Json) => operation === 'POST /v1/clinics/{clinicId}/merge')
        .map(({ share: { clinicId, before, after } }: Json) => ({ clinicId, before, after }));
    const left = { clinicId: source.id, before: ['VIEW'], after: [] };
    expect(await sharesOf(merged)).toEqual([left]);
    const movedShares = await sharesOf(moved);
    expect(movedShares).toHaveLength(2);
    expect(movedShares).toEqual(
      expect.arrayContaining([left, { clinicId: target.id, before: [], after: ['VIEW'] }]),
    );
  });
});
