import { onRecord } from '../../../support/access-log';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  claimed,
  newPractice,
  prescribed,
  revise,
  hashAttributes,
  settings,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';
import { closeStreams, transports, withToken } from '../../../support/streams';

const server = serverUnderTest();
const { graph } = api(server);

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

afterEach(closeStreams);

const fields = `
  id state accessCode patientUserId patient { id } prescriberUserId
  latestRevision { revisionId integrityHash { algorithm hash } attributes { state firstName initialSettings { glucoseSafetyLimit } } }`;
const create = `mutation ($input: CreatePrescriptionInput!) { createPrescription(input: $input) { prescription {${fields}} } }`;
const add = `mutation ($input: AddPrescriptionRevisionInput!) { addPrescriptionRevision(input: $input) { prescription {${fields}} } }`;
const remove = `mutation ($input: DeletePrescriptionInput!) { deletePrescription(input: $input) { done } }`;
const claim = `mutation ($input: ClaimPrescriptionInput!) { claimPrescription(input: $input) { prescription { id state } } }`;
const activate = `mutation ($input: ActivatePrescriptionInput!) { activatePrescription(input: $input) { prescription { id state } } }`;

const codesOf = ({ body }: { body: Json }): string[] =>
  (body.errors ?? []).map(({ extensions }: Json) => extensions.code);
const inputOf = (attributes: Json, more: object = {}): Json => ({
  input: { clinicId: practice.id, attributes, revisionHash: hashAttributes(attributes), ...more },
});

it('the life cycle of a prescription works in the graph, with the same permissions', async () => {
  const { member, prescriber } = practice;
  const draft = { state: 'draft', firstName: 'Ann' };
  const created = await graph(create, { token: member.token, variables: inputOf(draft) });
  expect(codesOf(created)).toEqual([]);
  const first = created.body.data.createPrescription.prescription;
  expect(first).toMatchObject({
    state: 'DRAFT',
    patient: null,
    latestRevision: { revisionId: 0, integrityHash: { algorithm: 'JCSSHA512', hash: hashAttributes(draft) } },
  });
  const whole = inputOf(wholeAttributes(), { prescriptionId: first.id });
  expect(codesOf(await graph(add, { token: member.token, variables: whole }))).toEqual(['FORBIDDEN']);
  const stale = { input: { ...whole.input, expectedRevisionId: 1 } };
  expect(codesOf(await graph(add, { token: prescriber.token, variables: stale }))).toEqual(['CONFLICT']);
  const seen = { input: { ...whole.input, expectedRevisionId: 0 } };
  const submitted = await graph(add, { token: prescriber.token, variables: seen });
  const { accessCode, ...prescription } = submitted.body.data.addPrescriptionRevision.prescription;
  expect(prescription).toMatchObject({
    state: 'SUBMITTED',
    prescriberUserId: prescriber.userId,
    latestRevision: {
      revisionId: 1,
      attributes: { initialSettings: { glucoseSafetyLimit: settings.glucoseSafetyLimit } },
    },
  });
  const patient = await newAccount(server);
  const own = (more: object) => ({ input: { userId: patient.userId, ...more } });
  const claimed = { token: patient.token, variables: own({ accessCode, birthday: '1990-05-06' }) };
  expect((await graph(claim, claimed)).body.data.claimPrescription.prescription.state).toBe('CLAIMED');
  expect(codesOf(await graph(claim, claimed))).toEqual(['NOT_FOUND']);
  const active = { token: patient.token, variables: own({ prescriptionId: first.id }) };
  expect((await graph(activate, active)).body.data.activatePrescription.prescription.state).toBe('ACTIVE');

  const query = `query Patient($clinicId: ID!, $id: ID!) {
    prescription(clinicId: $clinicId, id: $id) {
      state clinic { id } patient { id }
      revisions(first: 1) { edges { cursor node { revisionId attributes { firstName } createdUserId } } pageInfo { hasNextPage } }
    }
  }`;
  const variables = { clinicId: practice.id, id: first.id };
  const { body } = await graph(query, { token: member.token, variables });
  expect(body.data.prescription).toEqual({
    state: 'ACTIVE',
    clinic: { id: practice.id },
    patient: { id: patient.userId },
    revisions: {
      edges: [
        {
          cursor: expect.any(String),
          node: { revisionId: 1, attributes: { firstName: 'Ann' }, createdUserId: prescriber.userId },
        },
      ],
      pageInfo: { hasNextPage: true },
    },
  });
  const wanted = { operation: 'query Patient', actorId: member.userId };
  const { fields: read } = await onRecord(server, patient.userId, patient.token, wanted);
  expect(read).toEqual(['Query.prescription', 'Prescription.patient']);
});

it('a patient sees neither code nor history, and a clinic can filter', async () => {
  const { member, prescriber } = practice;
  const created = await graph(create, { token: prescriber.token, variables: inputOf(wholeAttributes()) });
  const { id, accessCode } = created.body.data.createPrescription.prescription;
  const patient = await newAccount(server);
  const variables = { input: { userId: patient.userId, accessCode, birthday: '1990-05-06' } };
  await graph(claim, { token: patient.token, variables });
  const mine = '{ me { prescriptions(filter: { state: CLAIMED }) { edges { node { id state } } } } }';
  expect((await graph(mine, { token: patient.token })).body.data.me.prescriptions.edges).toEqual([
    { node: { id, state: 'CLAIMED' } },
  ]);
  for (const hidden of ['accessCode', 'revisions { edges { node { revisionId } } }']) {
    const query = `query ($userId: ID!, $id: ID!) { claimedPrescription(userId: $userId, id: $id) { id ${hidden} } }`;
    const answer = await graph(query, { token: patient.token, variables: { userId: patient.userId, id } });
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
  }
  const list = `query ($clinicId: ID!, $filter: PrescriptionFilter) {
    clinic(id: $clinicId) { prescriptions(first: 1, filter: $filter) { edges { node { id patientUserId } } pageInfo { hasNextPage } } }
  }`;
  const filter = { patientUserId: patient.userId };
  for (const token of [member.token, await newServerToken(server)]) {
    const { body } = await graph(list, { token, variables: { clinicId: practice.id, filter } });
    expect(body.data.clinic.prescriptions).toEqual({
      edges: [{ node: { id, patientUserId: patient.userId } }],
      pageInfo: { hasNextPage: false },
    });
  }
  const wrong = { clinicId: practice.id, filter: { id: 'nonsense' } };
  expect(codesOf(await graph(list, { token: member.token, variables: wrong }))).toEqual(['BAD_USER_INPUT']);
  const asPatient = { token: patient.token, variables: { clinicId: practice.id } };
  expect(codesOf(await graph(list, asPatient))).toEqual(['FORBIDDEN']);
});

it('histories of many prescriptions are read at once, each with its own pagination', async () => {
  const own = await newPractice(server);
  const ids: string[] = [];
  for (const count of [1, 3, 2]) {
    const { id } = await prescribed(server, own, { state: 'draft', mrn: '0' });
    for (let revision = 1; revision < count; revision += 1)
      await revise(server, own, own.member, id, { state: 'draft', mrn: `${revision}` });
    ids.push(id);
  }
  const query = `query ($clinicId: ID!, $after: String) {
    clinic(id: $clinicId) {
      prescriptions { edges { node { id revisions(first: 2, after: $after) {
        edges { cursor node { revisionId attributes { mrn } } } pageInfo { hasNextPage }
      } } } }
    }
  }`;
  const history = async (after?: string): Promise<Record<string, [string[], boolean, string]>> => {
    const { body } = await graph(query, { token: own.member.token, variables: { clinicId: own.id, after } });
    return Object.fromEntries(
      body.data.clinic.prescriptions.edges.map(({ node: { id, revisions } }: Json) => [
        ids.indexOf(id),
        [
          revisions.edges.map(({ node }: Json) => `${node.revisionId} ${node.attributes.mrn}`),
          revisions.pageInfo.hasNextPage,
          revisions.edges.at(-1)?.cursor,
        ],
      ]),
    );
  };
  const first = await history();
  const cursor = first[1]?.[2];
  expect(first).toEqual({
    0: [['0 0'], false, expect.any(String)],
    1: [['2 2', '1 1'], true, cursor],
    2: [['1 1', '0 0'], false, first[0]?.[2]],
  });
  // The cursor stands for the same revision of each.
  const last = [['0 0'], false, first[0]?.[2]];
  expect(await history(cursor)).toEqual({ 0: last, 1: last, 2: last });
});

it('any caller with a token can have the hash of attributes computed', async () => {
  const query =
    'query ($attributes: PrescriptionAttributesInput!) { prescriptionHash(attributes: $attributes) }';
  for (const attributes of [
    { state: 'draft' },
    wholeAttributes(),
    { state: 'draft', mrn: '', weight: null },
  ]) {
    const { body } = await graph(query, { token: practice.member.token, variables: { attributes } });
    expect(body.data.prescriptionHash).toBe(hashAttributes(attributes));
  }
});

it('devices are in the graph, with guard rails as plain numbers', async () => {
  const query = `{ pumps { id guardRails { basalRates { units absoluteBounds { minimum maximum increment } maxSegments defaultValue } } } cgms { displayName } }`;
  const { body } = await graph(query, { token: practice.member.token });
  expect(body.data.pumps).toHaveLength(4);
  expect(body.data.pumps[0].guardRails.basalRates).toEqual({
    units: 'UNITS_PER_HOUR',
    absoluteBounds: { minimum: 0.05, maximum: 30, increment: 0.05 },
    maxSegments: 24,
    defaultValue: 0.05,
  });
  expect(body.data.cgms).toHaveLength(3);
});

const changed = `subscription ($clinicId: ID!) {
  prescriptionChanged(clinicId: $clinicId) { prescriptionId prescription { state latestRevision { revisionId } } }
}`;

describe.each(transports)('changes over %s', (_name, connect) => {
  it('are published to members of the clinic only', async () => {
    const { id: clinicId, member } = practice;
    const stranger = await newAccount(server);
    const refusal = await connect(server, withToken(stranger.token)).ask(changed, { clinicId });
    expect(codesOf({ body: refusal })).toEqual(['FORBIDDEN']);
    const answers = await connect(server, withToken(member.token)).subscribe(changed, { clinicId });
    const next = async () => (await answers.next()).data.prescriptionChanged;
    const options = { token: member.token, variables: inputOf({ state: 'draft' }) };
    const { id } = (await graph(create, options)).body.data.createPrescription.prescription;
    const at = (revisionId: number) => ({
      prescriptionId: id,
      prescription: { state: 'DRAFT', latestRevision: { revisionId } },
    });
    expect(await next()).toEqual(at(0));
    await graph(add, { ...options, variables: inputOf({ state: 'draft' }, { prescriptionId: id }) });
    expect(await next()).toEqual(at(1));
    await graph(remove, { token: member.token, variables: { input: { clinicId, prescriptionId: id } } });
    expect(await next()).toEqual({ prescriptionId: id, prescription: null });
  });

  it('are published when a patient claims one', async () => {
    const { id: clinicId, member } = practice;
    const answers = await connect(server, withToken(member.token)).subscribe(changed, { clinicId });
    const next = async () => (await answers.next()).data.prescriptionChanged;
    const { prescription } = await claimed(server, practice);
    const [submitted, last] = [await next(), await next()];
    expect([submitted, last].map(({ prescriptionId }) => prescriptionId)).toEqual([
      prescription.id,
      prescription.id,
    ]);
    expect(last.prescription.state).toBe('CLAIMED');
  });

  it("show which prescription becomes its patient's active one, and which no longer is", async () => {
    const { id: clinicId, member } = practice;
    const one = await claimed(server, practice);
    const two = await claimed(server, practice, one.patient);
    const { userId, token } = one.patient;
    const activate = async ({ id }: Json) => {
      const path = `/v1/patients/${userId}/prescriptions/${id}`;
      expect((await api(server).patch(path, { token, body: { state: 'active' } })).status).toBe(200);
    };
    const answers = await connect(server, withToken(member.token)).subscribe(changed, { clinicId });
    const next = async () => {
      const { prescriptionId, prescription } = (await answers.next()).data.prescriptionChanged;
      return [prescriptionId, prescription.state];
    };
    await activate(one.prescription);
    expect(await next()).toEqual([one.prescription.id, 'ACTIVE']);
    await activate(two.prescription);
    expect([await next(), await next()]).toEqual([
      [one.prescription.id, 'INACTIVE'],
      [two.prescription.id, 'ACTIVE'],
    ]);
  });
});

it('prescribed glucose is in mg/dL unless another unit is asked for, and is stored as it is', async () => {
  const attributes = { state: 'draft', initialSettings: settings };
  const amounts = `glucoseSafetyLimit limit: glucoseSafetyLimit(units: MMOL_L)
    bloodGlucoseTargetSchedule { start low lowest: low(units: MMOL_L) high(units: MMOL_L) target(units: MMOL_L) }`;
  const query = `mutation ($input: CreatePrescriptionInput!) { createPrescription(input: $input) { prescription {
    latestRevision { integrityHash { hash } attributes { initialSettings { ${amounts} } } } } } }`;
  const { body } = await graph(query, { token: practice.member.token, variables: inputOf(attributes) });
  expect(body.errors).toBeUndefined();
  expect(body.data.createPrescription.prescription.latestRevision).toEqual({
    integrityHash: { hash: hashAttributes(attributes) },
    attributes: {
      initialSettings: {
        glucoseSafetyLimit: 75,
        limit: 4.16306,
        bloodGlucoseTargetSchedule: [{ start: 0, low: 100, lowest: 5.55075, high: 6.10582, target: null }],
      },
    },
  });
});
