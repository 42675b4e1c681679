import { randomBytes, randomUUID } from 'node:crypto';
import { onRecord } from '../../support/access-log';
import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, newClinic, newClinician, newPatient } from '../../support/clinics';
import { sendBlob } from '../../support/content';
import { messenger } from '../../support/messages';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';

const server = serverUnderTest();
const { graph, post } = api(server);

const nodeQuery = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const nodesQuery = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

const node = async (id: string, token?: string): Promise<Json> =>
  (await graph(nodeQuery, { token, variables: { id } })).body;
const nodes = async (ids: string[], token: string): Promise<Json> =>
  (await graph(nodesQuery, { token, variables: { ids } })).body;

const globalId = (...parts: string[]): string => Buffer.from(parts.join(':')).toString('base64url');

const newBlob = async (owner: TestAccount): Promise<string> =>
  accepted(await sendBlob(server, owner.userId, { token: owner.token, raw: 'bytes' })).id;

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
