import { onRecord } from '../../../support/access-log';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { addPatient } from '../../../support/clinics';
import { formatFindings } from '../../../support/findings';
import {
  claim,
  claimed,
  newPractice,
  prescribed,
  revise,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, patch, put } = api(server);

const birthday = '1990-05-06';

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

const ownPath = ({ userId }: Pick<TestAccount, 'userId'>, id = ''): string =>
  `/v1/patients/${userId}/prescriptions${id && `/${id}`}`;
const activate = ({ userId, token }: TestAccount, id: string, body: unknown = { state: 'active' }) =>
  patch(ownPath({ userId }, id), { token, body });
const asClinic = async (id: string): Promise<Json> =>
  (await get(`${practice.path}/${id}`, { token: practice.member.token })).body;
const clinicPath = () => `/v1/clinics/${practice.id}`;

describe('a claim', () => {
  it('assigns the prescription to the patient, who becomes a patient of the clinic', async () => {
    const patient = await newAccount(server);
    const { accessCode, expirationTime, ...before } = await prescribed(server, practice);
    expect(expirationTime).not.toBeNull();
    const answer = await claim(server, patient, { accessCode, birthday });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before,
      state: 'claimed',
      expirationTime: null,
      patientUserId: patient.userId,
      modifiedTime: expect.any(String),
      modifiedUserId: patient.userId,
    });
    expect(await asClinic(before.id)).toEqual(answer.body);
    const asPatient = { token: patient.token };
    expect((await get(ownPath(patient, before.id), asPatient)).body).toEqual(answer.body);
    expect((await get(ownPath(patient), asPatient)).body).toEqual([answer.body]);
    const member = { token: practice.member.token };
    const { body } = await get(`${clinicPath()}/patients/${patient.userId}`, member);
    expect(body).toMatchObject({
      fullName: 'Ann Other',
      birthDate: birthday,
      mrn: 'mrn-1',
      permissions: { view: {}, note: {} },
    });
    expect(Object.keys(body.permissions).sort()).toEqual(['note', 'view']);
    expect((await get(`/data/${patient.userId}`, member)).status).toBe(200);
  });

  it('leaves an existing patient of the clinic unchanged', async () => {
    const patient = await newAccount(server);
    await addPatient(server, { path: clinicPath() }, patient, ['view', 'upload'], {
      fullName: 'Known Before',
      birthDate: '1980-01-02',
    });
    await claimed(server, practice, patient);
    const { body } = await get(`${clinicPath()}/patients/${patient.userId}`, {
      token: practice.member.token,
    });
    expect(body).toMatchObject({ fullName: 'Known Before', permissions: { view: {}, upload: {} } });
    expect(body.permissions.note).toBeUndefined();
  });

  it.each<[string, object, object]>([
    [
      'a long name',
      { firstName: '🍕'.repeat(200), lastName: 'b'.repeat(200) },
      { fullName: `${'🍕'.repeat(200)} ${'b'.repeat(54)}` },
    ],
    ['a blank record number', { mrn: ' \u00a0 ' }, { mrn: undefined }],
  ])('with %s adds a patient that the clinic can save', async (_what, attributes, added) => {
    const patient = await newAccount(server);
    const { accessCode } = await prescribed(server, practice, wholeAttributes(attributes));
    expect((await claim(server, patient, { accessCode, birthday })).status).toBe(200);
    const path = `${clinicPath()}/patients/${patient.userId}`;
    const { body } = await get(path, { token: practice.admin.token });
    expect({ fullName: body.fullName, mrn: body.mrn }).toMatchObject(added);
    expect((await put(path, { token: practice.admin.token, body })).status).toBe(200);
  });

  it('succeeds even against the clinic’s rules on record numbers', async () => {
    const strict = await newPractice(server);
    const rules = { token: await newServerToken(server), body: { required: true, unique: true } };
    expect((await put(`/v1/clinics/${strict.id}/settings/mrn`, rules)).status).toBeLessThan(300);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => newAccount(server)));
    if (!first || !second || !third) throw new Error('There are three accounts.');
    await claimed(server, strict, first);
    await claimed(server, strict, second);
    const { accessCode } = await prescribed(server, strict, wholeAttributes({ mrn: '' }));
    expect((await claim(server, third, { accessCode, birthday })).status).toBe(200);
    const mrns = await Promise.all(
      [first, second, third].map(async ({ userId }) => {
        const { body } = await get(`/v1/clinics/${strict.id}/patients/${userId}`, {
          token: strict.admin.token,
        });
        return body.mrn ?? null;
      }),
    );
    expect(mrns).toEqual(['mrn-1', null, null]);
  });

  it('finds nothing with another code, another birthday, or before submission', async () => {
    const patient = await newAccount(server);
    const { id, accessCode } = await prescribed(server, practice);
    const pending = await prescribed(server, practice, wholeAttributes({ state: 'pending' }));
    const draft = await prescribed(server, practice, wholeAttributes({ state: 'draft' }));
    const refusals = [];
    for (const body of [
      { accessCode, birthday: '1990-05-07' },
      { accessCode: accessCode.toLowerCase(), birthday },
      { accessCode: `${accessCode} `, birthday },
      { accessCode: 'AAAAAA', birthday },
      { accessCode: '😀'.repeat(5_000), birthday },
      { accessCode: '\u0000', birthday },
      { accessCode: pending.accessCode, birthday },
      { accessCode: draft.accessCode, birthday },
    ])
      refusals.push(await claim(server, patient, body));
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 404));
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
    expect((await asClinic(id)).state).toBe('submitted');
    expect((await get(ownPath(patient), { token: patient.token })).body).toEqual([]);
  });

  it.each([
    [{ birthday }, ['value-not-exists /accessCode']],
    [{ accessCode: '', birthday }, ['value-empty /accessCode']],
    [{ accessCode: 'AAAAAA' }, ['value-not-exists /birthday']],
    [{ accessCode: 'AAAAAA', birthday: '1990-02-30' }, ['value-not-valid /birthday']],
    [{ accessCode: 'AAAAAA', birthday: '' }, ['value-not-valid /birthday']],
    [{ accessCode: 'AAAAAA', birthday: '1990-5-6' }, ['value-not-valid /birthday']],
    [{ accessCode: 123_456, birthday }, ['type-not-string /accessCode']],
    [{ accessCode: 'AAAAAA', birthday: 19_900_506 }, ['type-not-string /birthday']],
    [[], ['type-not-object ']],
  ])('gets an error if incomplete: %j', async (body, findings) => {
    const answer = await claim(server, practice.member, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ code, source }: Json) => `${code} ${source.pointer}`)).toEqual(findings);
  });

  it('can only be made by the account itself', async () => {
    const [patient, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const { accessCode } = await prescribed(server, practice);
    const body = { accessCode, birthday };
    const tokens = [other.token, await newServerToken(server), practice.admin.token];
    for (const token of tokens)
      expect((await claim(server, { userId: patient.userId, token }, body)).status).toBe(403);
    expect((await claim(server, { userId: patient.userId, token: 'nonsense' }, body)).status).toBe(401);
    expect((await claim(server, patient, body)).status).toBe(200);
  });

  it('succeeds for one of many concurrent claims, and finds nothing if repeated', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => newAccount(server)));
    const { id, accessCode } = await prescribed(server, practice);
    const attempts = [...people, ...people];
    const answers = await Promise.all(
      attempts.map((person) => claim(server, person, { accessCode, birthday })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
    const winner = people.find(
      ({ userId }) => answers.find(({ status }) => status === 200)?.body.patientUserId === userId,
    );
    expect(winner).toBeDefined();
    expect((await asClinic(id)).patientUserId).toBe(winner?.userId);
    if (winner) expect((await claim(server, winner, { accessCode, birthday })).status).toBe(404);
  });

  it('accepts names in any script', async () => {
    const patient = await newAccount(server);
    const [firstName, lastName] = [`Zoë 😀 ${'𝓍'.repeat(240)}`, ' Νίκος 陽翔 '];
    const { accessCode } = await prescribed(server, practice, wholeAttributes({ firstName, lastName }));
    const answer = await claim(server, patient, { accessCode, birthday });
    expect(answer.status).toBe(200);
    expect(answer.body.latestRevision.attributes).toMatchObject({ firstName, lastName });
  });

  it('prevents further revisions and deletion', async () => {
    const { prescription } = await claimed(server, practice);
    const { token, userId } = practice.prescriber;
    const { delete: remove } = api(server);
    expect((await remove(`${practice.path}/${prescription.id}`, { token })).status).toBe(404);
    const answer = await revise(server, practice, { token, userId }, prescription.id, wholeAttributes());
    expect([answer.status, ...formatFindings(answer)]).toEqual([400, 'value-not-allowed /state']);
  });
});

describe('activating', () => {
  it("makes one prescription the patient's active one, instead of the previous one", async () => {
    const { prescription: first, patient } = await claimed(server, practice);
    const { prescription: second } = await claimed(server, practice, patient);
    const answer = await activate(patient, first.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...first,
      state: 'active',
      modifiedTime: expect.any(String),
      modifiedUserId: patient.userId,
    });
    expect((await activate(patient, second.id)).body.state).toBe('active');
    expect((await asClinic(first.id)).state).toBe('inactive');
    expect((await asClinic(second.id)).state).toBe('active');
  });

  it('happens once, only from claimed, and is final', async () => {
    const { prescription, patient } = await claimed(server, practice);
    for (const state of [
      'submitted',
      'claimed',
      'inactive',
      'draft',
      'expired',
      'nonsense',
      5,
      null,
      undefined,
    ]) {
      const answer = await activate(patient, prescription.id, { state });
      expect([state, answer.status]).toEqual([state, 400]);
      expect(formatFindings(answer)).toEqual([expect.stringMatching(/ \/state$/)]);
    }
    expect((await asClinic(prescription.id)).state).toBe('claimed');
    const { body: active } = await activate(patient, prescription.id);
    const again = await activate(patient, prescription.id);
    expect([again.status, ...formatFindings(again)]).toEqual([400, 'value-not-allowed /state']);
    expect(await asClinic(prescription.id)).toEqual(active);
    const { prescription: next } = await claimed(server, practice, patient);
    await activate(patient, next.id);
    expect((await activate(patient, prescription.id)).status).toBe(400);
    expect((await asClinic(prescription.id)).state).toBe('inactive');
  });

  it('of several concurrently leaves one active, and activates each once', async () => {
    const { prescription, patient } = await claimed(server, practice);
    const ids = [prescription.id];
    for (const _ of [1, 2]) ids.push((await claimed(server, practice, patient)).prescription.id);
    const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => activate(patient, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...[200, 200, 200],
      ...Array<number>(6).fill(400),
    ]);
    const { body } = await get(ownPath(patient), { token: patient.token });
    expect(body.map(({ state }: Json) => state).sort()).toEqual(['active', 'inactive', 'inactive']);
  });

  it('is for its patient only, while patients and trusted servers may read', async () => {
    const { prescription, patient } = await claimed(server, practice);
    const [other, asServer] = [await newAccount(server), await newServerToken(server)];
    const one = ownPath(patient, prescription.id);
    const body = { state: 'active' };
    for (const token of [other.token, practice.admin.token]) {
      expect((await get(one, { token })).status).toBe(403);
      expect((await get(ownPath(patient), { token })).status).toBe(403);
    }
    for (const token of [other.token, practice.admin.token, asServer])
      expect((await patch(one, { token, body })).status).toBe(403);
    expect((await get(one, { token: asServer })).status).toBe(200);
    expect((await get(ownPath(patient), { token: asServer })).body).toHaveLength(1);
    for (const id of [prescription.id, 'e'.repeat(24), 'nonsense']) {
      expect((await get(ownPath(other, id), { token: other.token })).status).toBe(404);
      expect((await activate(other, id)).status).toBe(404);
    }
    expect((await patch(one, { token: patient.token, raw: '{' })).status).toBe(400);
    expect((await get(one)).status).toBe(401);
  });
});

describe('the access log', () => {
  it('shows a patient who read, changed and tried to access their prescriptions', async () => {
    const { prescription, patient } = await claimed(server, practice);
    const stranger = await newAccount(server);
    await activate(patient, prescription.id);
    await asClinic(prescription.id);
    await get(`${practice.path}?id=${prescription.id}`, { token: practice.admin.token });
    await get(`${practice.path}/${prescription.id}`, { token: stranger.token });
    const seen = (wanted: Record<string, unknown>) => onRecord(server, patient.userId, patient.token, wanted);
    await seen({ kind: 'CHANGE', reason: 'OWNER', operation: 'POST /v1/patients/{userId}/prescriptions' });
    await seen({
      kind: 'CHANGE',
      operation: 'PATCH /v1/patients/{userId}/prescriptions/{prescriptionId}',
    });
    await seen({ kind: 'READ', reason: 'CLINIC', actorId: practice.member.userId });
    await seen({ kind: 'READ', reason: 'CLINIC', actorId: practice.admin.userId });
    await seen({ kind: 'REFUSED', actorId: stranger.userId });
  });
});

it("a prescription outlives its patient's account", async () => {
  const { prescription, patient } = await claimed(server, practice);
  const { userId, token, password } = patient;
  const answer = await api(server).delete(`/auth/user/${userId}`, { token, body: { password } });
  expect(answer.status).toBe(202);
  expect(await asClinic(prescription.id)).toEqual(prescription);
  const query = `query ($clinicId: ID!, $id: ID!) {
    prescription(clinicId: $clinicId, id: $id) { patientUserId patient { id } }
  }`;
  const variables = { clinicId: practice.id, id: prescription.id };
  const { body } = await api(server).graph(query, { token: await newServerToken(server), variables });
  expect(body.data.prescription).toEqual({ patientUserId: userId, patient: null });
});
