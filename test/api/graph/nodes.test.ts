import { randomBytes, randomUUID } from 'node:crypto';
import { onRecord } from '../../support/access-log';
import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, addPatient, newClinic, newClinician, newPatient } from '../../support/clinics';
import { sendBlob } from '../../support/content';
import { connectClinic, newOrder, person, procedureCodes, sent } from '../../support/ehr';
import { messenger } from '../../support/messages';
import {
  claim,
  newPractice,
  prescribed,
  revise,
  wholeAttributes,
  type Practice,
} from '../../support/prescriptions';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { waitFor } from '../../support/wait-until';

const server = serverUnderTest();
const { get, graph, post } = api(server);

const nodeQuery = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const nodesQuery = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

const node = async (id: string, token?: string): Promise<Json> =>
  (await graph(nodeQuery, { token, variables: { id } })).body;
const nodes = async (ids: string[], token: string): Promise<Json> =>
  (await graph(nodesQuery, { token, variables: { ids } })).body;

const globalId = (...parts: string[]): string => Buffer.from(parts.join(':')).toString('base64url');

const newBlob = async (owner: TestAccount): Promise<string> =>
  accepted(await sendBlob(server, owner.userId, { token: owner.token, raw: 'bytes' })).id;

/** A draft that was revised, submitted and claimed, with the ids of its two revisions. */
async function revisedAndClaimed(practice: Practice, patient: TestAccount) {
  const draft = await prescribed(server, practice, wholeAttributes({ state: 'draft' }));
  accepted(await revise(server, practice, practice.prescriber, draft.id, wholeAttributes()));
  const path = `${practice.path}/${draft.id}`;
  const { accessCode } = accepted(await get(path, { token: practice.prescriber.token }));
  accepted(await claim(server, patient, { accessCode, birthday: '1990-05-06' }));
  const revisionIds = ['0', '1'].map((number) => globalId('PrescriptionRevision', draft.id, number));
  return { id: draft.id as string, revisionIds };
}

/** What everybody gets who does not see an object, or asks for one that does not exist. */
const nothing = (path: (string | number)[]) => ({
  message: 'There is nothing with this id, or you may not see it.',
  path,
  locations: expect.any(Array),
  extensions: expect.objectContaining({ code: 'NOT_FOUND', status: 404 }),
});
const notFound = { data: { node: null }, errors: [nothing(['node'])] };

describe('node', () => {
  it('finds an object by the id that it has in REST', async () => {
    const owner = await newAccount(server);
    const id = await newBlob(owner);
    expect(await node(id, owner.token)).toEqual({ data: { node: { __typename: 'Blob', id } } });
    expect((await node(owner.userId, owner.token)).data.node.__typename).toBe('User');
  });

  it('finds it by its type and id, too, and not under another type', async () => {
    const owner = await newAccount(server);
    const id = await newBlob(owner);
    expect((await node(globalId('Blob', id), owner.token)).data.node).toEqual({ __typename: 'Blob', id });
    expect(await node(globalId('DeviceLog', id), owner.token)).toEqual(notFound);
  });

  it('finds what is made of several ids', async () => {
    const clinic = await newClinic(server);
    const { id: userId } = await newPatient(server, clinic);
    const { token } = clinic.admin;
    const query =
      'query ($c: ID!, $u: ID!) { patient(clinicId: $c, userId: $u) { id } clinician(clinicId: $c, userId: $a) { id } }';
    const { body } = await graph(query.replace('$u: ID!', '$u: ID!, $a: ID!'), {
      token,
      variables: { c: clinic.id, u: userId, a: clinic.admin.userId },
    });
    const { patient, clinician } = body.data;
    expect((await node(patient.id, token)).data.node).toEqual({ __typename: 'Patient', ...patient });
    expect((await node(clinician.id, token)).data.node).toEqual({ __typename: 'Clinician', ...clinician });
  });

  it('needs a token that is valid', async () => {
    const owner = await newAccount(server);
    const id = await newBlob(owner);
    await api(server).post('/auth/logout', { token: owner.token });
    for (const token of [undefined, owner.token, 'nonsense']) {
      const { data, errors } = await node(id, token);
      expect(data).toEqual({ node: null });
      expect(errors[0].extensions.code).toBe('UNAUTHENTICATED');
    }
  });

  it('does not tell what others own from what does not exist', async () => {
    const [owner, stranger, clinic, other] = await Promise.all([
      newAccount(server),
      newAccount(server),
      newClinic(server),
      newClinic(server),
    ]);
    const patient = await newPatient(server, clinic);
    const message = await messenger(server, owner).sent();
    await share(server, owner, other.admin, 'upload');
    const hidden = [
      [await newBlob(owner), stranger],
      [owner.userId, stranger],
      [message, stranger],
      [message, other.admin],
      [globalId('Patient', clinic.id, patient.id), other.admin],
      [globalId('Patient', clinic.id, patient.id), stranger],
      [globalId('Share', owner.userId, other.admin.userId), stranger],
      [globalId('AlertsConfig', owner.userId, other.admin.userId), stranger],
    ] as const;
    for (const [id, { token }] of hidden) expect(await node(id, token)).toEqual(notFound);
    const absent = [
      randomBytes(16).toString('hex'),
      randomBytes(12).toString('hex'),
      randomUUID(),
      globalId('Patient', clinic.id, randomUUID()),
    ];
    for (const id of absent) expect(await node(id, stranger.token)).toEqual(notFound);
  });

  it('finds tags and sites for the people of their clinic, and tags for the patients who have them', async () => {
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const [tag, site] = await Promise.all(
      ['patient_tags', 'sites'].map(async (kind) => {
        const body = { name: 'Of a clinic' };
        return accepted(await post(`${clinic.path}/${kind}`, { token: clinic.admin.token, body }))
          .id as string;
      }),
    );
    const [member, tagged, untagged] = [
      await newClinician(server, clinic),
      await newAccount(server),
      await newAccount(server),
    ];
    await addPatient(server, clinic, tagged, ['view'], { tags: [tag] });
    await addPatient(server, clinic, untagged, ['view']);
    for (const token of [member.token, await newServerToken(server)]) {
      const sight = '... on PatientTag { name numPatients } ... on Site { name numPatients }';
      const { body } = await graph(`query ($ids: [ID!]!) { nodes(ids: $ids) { id ${sight} } }`, {
        token,
        variables: { ids: [tag, site] },
      });
      expect(body.data.nodes).toEqual([
        { id: tag, name: 'Of a clinic', numPatients: 1 },
        { id: site, name: 'Of a clinic', numPatients: 0 },
      ]);
    }
    expect((await node(tag ?? '', tagged.token)).data.node).toEqual({ __typename: 'PatientTag', id: tag });
    for (const { token } of [untagged, other.admin, await newAccount(server)])
      expect(await node(tag ?? '', token)).toEqual(notFound);
    for (const { token } of [tagged, other.admin]) expect(await node(site ?? '', token)).toEqual(notFound);
    accepted(await api(server).delete(`${clinic.path}/sites/${site}`, { token: clinic.admin.token }));
    expect(await node(site ?? '', member.token)).toEqual(notFound);
  });

  it('finds a review for the clinic and the patient, until others have taken its place', async () => {
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const patient = await newAccount(server);
    await addPatient(server, clinic, patient, ['view']);
    const review = async (): Promise<string> => {
      const mutation = 'mutation ($input: PatientInput!) { reviewPatient(input: $input) { reviews { id } } }';
      const input = { clinicId: clinic.id, userId: patient.userId };
      const { body } = await graph(mutation, { token: clinic.admin.token, variables: { input } });
      return body.data.reviewPatient.reviews[0].id;
    };
    const id = await review();
    for (const { token } of [clinic.admin, patient])
      expect((await node(id, token)).data.node).toEqual({ __typename: 'PatientReview', id });
    for (const { token } of [other.admin, await newAccount(server)])
      expect(await node(id, token)).toEqual(notFound);
    const path = `${clinic.path}/patients/${patient.userId}/reviews`;
    accepted(await api(server).delete(path, { token: clinic.admin.token }));
    expect(await node(id, clinic.admin.token)).toEqual(notFound);
  });

  it('finds an open confirmation for those who manage the account, whose id does not hold its key', async () => {
    const { userId } = await newAccount(server, { verified: false });
    const token = await newServerToken(server);
    const mutation =
      'mutation ($input: SendSignupConfirmationInput!) { sendSignupConfirmation(input: $input) { confirmation { id key } } }';
    const { body } = await graph(mutation, { token, variables: { input: { userId } } });
    const { id, key } = body.data.sendSignupConfirmation.confirmation;
    expect(id).toBe(globalId('SignupConfirmation', userId));
    expect((await node(id, token)).data.node).toEqual({ __typename: 'SignupConfirmation', id });
    expect(await node(id, (await newAccount(server)).token)).toEqual(notFound);
    accepted(await api(server).put(`/confirm/accept/signup/${key}`, {}));
    expect(await node(id, token)).toEqual(notFound);
  });

  it('finds a phone for its owner alone, beside trusted servers', async () => {
    const [owner, friend] = [await newAccount(server), await newAccount(server)];
    await share(server, owner, friend, 'view', 'custodian');
    const mutation =
      'mutation ($input: RegisterDeviceTokenInput!) { registerDeviceToken(input: $input) { deviceToken { id } } }';
    const apple = { token: 'c29tZSB0b2tlbg==', environment: 'SANDBOX' };
    const { body } = await graph(mutation, {
      token: owner.token,
      variables: { input: { userId: owner.userId, apple } },
    });
    const { id } = body.data.registerDeviceToken.deviceToken;
    for (const token of [owner.token, await newServerToken(server)])
      expect((await node(id, token)).data.node).toEqual({ __typename: 'DeviceToken', id });
    expect(await node(id, friend.token)).toEqual(notFound);
  });

  it('finds all revisions of a prescription for its clinic, and the latest one for its patient', async () => {
    const [practice, other, patient] = [
      await newPractice(server),
      await newClinic(server),
      await newAccount(server),
    ];
    const { id, revisionIds } = await revisedAndClaimed(practice, patient);
    const [first, latest] = revisionIds;
    for (const revision of revisionIds) {
      expect((await node(revision, practice.member.token)).data.node).toEqual({
        ...{ __typename: 'PrescriptionRevision', id: revision },
      });
      for (const { token } of [other.admin, await newAccount(server)])
        expect(await node(revision, token)).toEqual(notFound);
    }
    expect((await node(latest ?? '', patient.token)).data.node.id).toBe(latest);
    expect(await node(first ?? '', patient.token)).toEqual(notFound);
    for (const number of ['2', '-1', '01', '1e0', 'x'])
      expect(await node(globalId('PrescriptionRevision', id, number), practice.member.token)).toEqual(
        notFound,
      );
  });

  it('finds an order for administrators of its clinic, and says so in the access log of its patient', async () => {
    const [clinic, other, patient] = [
      await newClinic(server),
      await newClinic(server),
      await newAccount(server),
    ];
    const member = await newClinician(server, clinic);
    const { mrn, birthDate } = person;
    await addPatient(server, clinic, patient, ['view'], { mrn, birthDate, fullName: 'Ann Other' });
    const sourceId = await connectClinic(server, clinic);
    const order = newOrder(sourceId, { code: procedureCodes.enableSummaryReports });
    const id = await sent(server, order);
    const { token } = clinic.admin;
    const orders = `{ clinic(id: "${clinic.id}") { ehrOrders(first: 1) { edges { node { userId } } } } }`;
    await waitFor('the matched patient', async () => {
      const { body } = await graph(orders, { token });
      return body.data.clinic.ehrOrders.edges[0]?.node.userId ?? undefined;
    });
    for (const { token: another } of [member, other.admin, patient])
      expect(await node(id, another)).toEqual(notFound);
    const operation = 'query Order($id: ID!) { node(id: $id) { __typename id } }';
    const { body } = await graph(operation, { token, variables: { id } });
    expect(body.data.node).toEqual({ __typename: 'EhrOrder', id });
    const wanted = { operation: 'query Order', actorId: clinic.admin.userId };
    const entry = await onRecord(server, patient.userId, patient.token, wanted);
    expect(entry).toMatchObject({ kind: 'READ', fields: ['EhrOrderConnection.edges'] });
  });

  it('finds no message that is not an order of a clinic', async () => {
    const id = await sent(server, newOrder(randomUUID()));
    expect(await node(id, await newServerToken(server))).toEqual(notFound);
  });

  it('does not find what has been deleted, or is no longer shared', async () => {
    const [owner, friend] = await Promise.all([newAccount(server), newAccount(server)]);
    const id = await newBlob(owner);
    await share(server, owner, friend, 'view');
    const shared = globalId('Share', owner.userId, friend.userId);
    expect((await node(id, friend.token)).data.node.id).toBe(id);
    expect((await node(shared, friend.token)).data.node.id).toBe(shared);
    await post(`/access/${owner.userId}/${friend.userId}`, { token: owner.token, body: {} });
    expect(await node(id, friend.token)).toEqual(notFound);
    expect(await node(shared, friend.token)).toEqual(notFound);
    await api(server).delete(`/v1/blobs/${id}`, { token: owner.token });
    expect(await node(id, owner.token)).toEqual(notFound);
  });

  it('finds the members and patients of a clinic for its members, and no longer when they have left', async () => {
    const clinic = await newClinic(server);
    const [member, patient] = [await newClinician(server, clinic), await newPatient(server, clinic)];
    const id = globalId('Patient', clinic.id, patient.id);
    expect((await node(id, member.token)).data.node.id).toBe(id);
    const path = `${clinic.path}/clinicians/${member.userId}`;
    accepted(await api(server).delete(path, { token: clinic.admin.token }));
    expect(await node(id, member.token)).toEqual(notFound);
  });

  it.each([
    ['an empty text', ''],
    ['a type alone', globalId('Patient')],
    ['a type and a colon', globalId('Patient', '')],
    ['too few values', globalId('Patient', randomUUID())],
    ['too many values', globalId('Share', randomUUID(), randomUUID(), randomUUID())],
    ['an unknown type', globalId('Nothing', randomUUID())],
    ['a type without an own object', globalId('Query', 'me')],
    ['a member of every object', globalId('constructor', 'x')],
    ['broken percent-encoding', globalId('Share', '%', '%E0%A4')],
    ['a wildcard', '%'],
    ['quotes', `' OR 1=1 --`],
    ['a long text', 'x'.repeat(5_000)],
    ['a long composed id', globalId('Share', 'x'.repeat(2_000), 'y')],
    ['other letters', 'ñø-日本'],
  ])('takes %s for an id of nothing', async (_name, id) => {
    const { token } = await newAccount(server);
    expect(await node(id, token)).toEqual(notFound);
  });

  it('accepts one form of a composed id only', async () => {
    const clinic = await newClinic(server);
    const id = globalId('Clinician', clinic.id, 'x');
    const written = [`${id}=`, Buffer.from(`Clinician:${clinic.id}:%78`).toString('base64url')];
    for (const each of written) expect(await node(each, clinic.admin.token)).toEqual(notFound);
  });

  it('says in the access log of the owner who has asked, by the field that usually leads there', async () => {
    const [owner, stranger] = await Promise.all([newAccount(server), newAccount(server)]);
    await node(await newBlob(owner), stranger.token);
    const wanted = { kind: 'REFUSED', actorId: stranger.userId };
    const entry = await onRecord(server, owner.userId, owner.token, wanted);
    expect(entry).toMatchObject({ operation: 'query', fields: ['Query.blob'] });
  });
});

describe('nodes', () => {
  it('finds objects in the order of their ids, with an error for each that is not found', async () => {
    const [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const [own, foreign] = [await newBlob(owner), await newBlob(other)];
    const { data, errors } = await nodes([own, foreign, owner.userId, 'x', own], owner.token);
    expect(data.nodes.map((each: Json) => each?.id)).toEqual([own, undefined, owner.userId, undefined, own]);
    expect(errors).toHaveLength(2);
    expect(errors).toEqual(expect.arrayContaining([nothing(['nodes', 1]), nothing(['nodes', 3])]));
  });

  it('takes at most 100 ids', async () => {
    const { token, userId } = await newAccount(server);
    const { data } = await nodes(Array<string>(100).fill(userId), token);
    expect(data.nodes).toHaveLength(100);
    const { errors } = await nodes(Array<string>(101).fill(userId), token);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('finds nothing for no ids', async () => {
    expect(await nodes([], await newServerToken(server))).toEqual({ data: { nodes: [] } });
  });
});
