import { randomUUID } from 'node:crypto';
import { buildOpenSchema } from '../../../../src/graph/schema';
import type { Repeatable } from '../../../../src/request/repeatable';
import { graphParts } from '../../../../src/surfaces';
import { basic, newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  clinicFields,
  newClinician,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { creations, newCreationScene, type Creation, type CreationScene } from '../../../support/creations';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, post, put } = api(server);

const newKey = () => randomUUID();
const named = (key: string) => ({ 'Idempotency-Key': key });

let scene: CreationScene;
let clinic: TestClinic;

beforeAll(async () => {
  scene = await newCreationScene(server);
  ({ clinic } = scene);
});

const unique = () => randomUUID().slice(0, 8);
const prepared = async (name: string): Promise<Creation> => {
  const prepare = creations[name];
  if (!prepare) throw new Error(`Nothing is known of ${name}.`);
  return prepare(scene);
};

const typeOf = (mutation: string) => `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;

/** Sends a mutation with the key as its argument. */
const send = async (
  name: string,
  { token, shows, inputType = typeOf(name) }: Creation,
  input: Json,
  key: string,
) =>
  graph(
    `mutation ($input: ${inputType}!, $key: String) { ${name}(input: $input, idempotencyKey: $key) { ${shows} } }`,
    { token, variables: { input, key } },
  );

describe('creating something under an idempotency key', () => {
  it('is tested for every mutation that takes one', () => {
    const mutations = Object.values(buildOpenSchema(graphParts).getMutationType()?.getFields() ?? {});
    const taking = mutations.filter(
      ({ extensions }) => (extensions.repeatable as Repeatable | undefined)?.again !== undefined,
    );
    const tested = Object.keys(creations).sort();
    expect(taking.map(({ name }) => name).sort()).toEqual(tested);
  });

  it.each(Object.keys(creations))('happens once, even if sent at once: %s', async (name) => {
    const creation = await prepared(name);
    const { input, other } = creation;
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(() => send(name, creation, input, key)));
    answers.push(await send(name, creation, input, key));
    for (const { body } of answers) expect(body.errors).toBeUndefined();
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    const refused = await send(name, creation, other, key);
    expect(refused.body.errors?.[0]?.extensions).toMatchObject({
      code: expect.stringMatching(/^(UNPROCESSABLE|FORBIDDEN)$/),
    });
  });

  it('leaves nothing doubled', async () => {
    const { token } = await newAccount(server, { roles: ['clinician'] });
    const key = newKey();
    const creation = { ...(await prepared('createClinic')), token };
    await Promise.all([1, 2, 3, 4].map(() => send('createClinic', creation, creation.input, key)));
    const count = async () =>
      (await graph('{ me { clinics(first: 10) { edges { node { clinic { id } } } } } }', { token })).body.data
        .me.clinics.edges.length;
    expect(await count()).toBe(1);
    await send('createClinic', creation, creation.input, newKey());
    expect(await count()).toBe(2);
  });

  it('is independent of the keys of other accounts', async () => {
    const creation = await prepared('createClinic');
    const { token } = await newAccount(server, { roles: ['clinician'] });
    const key = newKey();
    const first = await send('createClinic', creation, creation.input, key);
    const second = await send('createClinic', { ...creation, token }, creation.input, key);
    expect(second.body.data.createClinic.clinic.id).not.toBe(first.body.data.createClinic.clinic.id);
  });

  it('leaves the key free if it fails', async () => {
    const creation = await prepared('createPatientTag');
    const key = newKey();
    const refused = await send('createPatientTag', creation, { clinicId: clinic.id, name: '' }, key);
    expect(refused.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect((await send('createPatientTag', creation, creation.input, key)).body.errors).toBeUndefined();
  });

  it('answers that the result is gone once it is', async () => {
    const creation = await prepared('createSite');
    const key = newKey();
    const { body } = await send('createSite', creation, creation.input, key);
    const { id } = body.data.createSite.site;
    await api(server).delete(`${clinic.path}/sites/${id}`, scene.byAdmin);
    const again = await send('createSite', creation, creation.input, key);
    expect(again.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('is refused to those who may no longer do it', async () => {
    const clinician = await newClinician(server, clinic, ['CLINIC_ADMIN']);
    const creation = { ...(await prepared('createSite')), token: clinician.token };
    const key = newKey();
    expect((await send('createSite', creation, creation.input, key)).body.errors).toBeUndefined();
    accepted(await api(server).delete(`${clinic.path}/clinicians/${clinician.userId}`, scene.byAdmin));
    const again = await send('createSite', creation, creation.input, key);
    expect(again.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('tells the mutations of a request apart', async () => {
    const { token } = await newAccount(server, { roles: ['clinician'] });
    const operation = `mutation ($input: CreateClinicInput!) {
      one: createClinic(input: $input) { clinic { id } }
      two: createClinic(input: $input) { clinic { id } }
      three: createClinic(input: $input, idempotencyKey: "${newKey()}") { clinic { id } }
    }`;
    const variables = { input: { name: 'One', preferredBgUnits: 'MG_DL' } };
    const request = () => graph(operation, { token, headers: named('several'), variables });
    const { data } = (await request()).body;
    expect(new Set([data.one, data.two, data.three].map((each) => each.clinic.id)).size).toBe(3);
    expect((await request()).body.data).toEqual(data);
  });

  it('refuses an empty key, and one that is too long', async () => {
    const creation = await prepared('createClinic');
    for (const key of ['', 'k'.repeat(256)]) {
      const { body } = await send('createClinic', creation, creation.input, key);
      expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});

describe('a key with a mutation that cannot promise to run once', () => {
  const rename = (name: string) =>
    `updateClinic(input: { clinicId: "${clinic.id}", name: "${name}" }) { clinic { id } }`;

  it('is refused before anything has run', async () => {
    const { token } = clinic.admin;
    const site = unique();
    const operation = `mutation {
      createSite(input: { clinicId: "${clinic.id}", name: "${site}" }) { site { id } }
      ...renaming
    }
    fragment renaming on Mutation { ${rename('Renamed')} }`;
    const { status, body } = await graph(operation, { token, headers: named(newKey()) });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(body.errors[0].message).toContain('updateClinic');
    const found = await graph(`{ clinic(id: "${clinic.id}") { name sites { name } } }`, { token });
    const { name, sites } = found.body.data.clinic;
    expect([name, sites.map((each: Json) => each.name)]).toEqual([
      clinicFields.name,
      expect.not.arrayContaining([site]),
    ]);
  });

  it('is accepted if that mutation is skipped', async () => {
    const { token } = clinic.admin;
    const site = unique();
    const create = `createSite(input: { clinicId: "${clinic.id}", name: "${site}" }) { site { name } }`;
    const { status, body } = await graph(
      `mutation ($no: Boolean = false) { ${create} ... @include(if: $no) { ${rename('Renamed')} } }`,
      { token, headers: named(newKey()) },
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { createSite: { site: { name: site } } } },
    });
  });

  it('is refused in REST, and changes nothing', async () => {
    const { token } = clinic.admin;
    const body = { ...clinicFields, name: 'Renamed' };
    const { status, text } = await put(clinic.path, { token, headers: named(newKey()), body });
    expect([status, text]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    expect((await get(clinic.path, { token })).body.name).toBe(clinicFields.name);
  });

  it('is refused when content is uploaded to a blob', async () => {
    const { userId, token } = await newAccount(server);
    const query = `mutation { createBlob(input: {userId: "${userId}", mediaType: "text/plain"}) { blob { id } } }`;
    const { blob } = (await graph(query, { token })).body.data.createBlob;
    const path = `/v1/blobs/${blob.id}/content`;
    const headers = { 'Content-Type': 'text/plain' };
    const send = (more: object) =>
      put(path, { token, raw: Buffer.from('x'), headers: { ...headers, ...more } });
    const { status, text } = await send(named(newKey()));
    expect([status, text]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    expect((await get(`/v1/blobs/${blob.id}`, { token })).body.status).toBe('created');
    expect((await send({})).status).toBe(200);
  });

  it('is refused for a log-in', async () => {
    const { email, password } = scene.person;
    const { status } = await post('/auth/login', {
      headers: { ...named(newKey()), Authorization: basic(email, password) },
    });
    expect(status).toBe(400);
  });
});

describe('REST requests with a key', () => {
  it('create one clinic and one patient, and return the same response', async () => {
    const { token } = await newAccount(server, { roles: ['clinician'] });
    const key = newKey();
    const create = () => post('/v1/clinics', { token, headers: named(key), body: clinicFields });
    const [first, again] = [await create(), await create()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const path = `/v1/clinics/${first.body.id}/patients`;
    const admit = (body: Json) => post(path, { token, headers: named(key), body });
    const answers = await Promise.all([1, 2, 3].map(() => admit(patientFields)));
    for (const { status, body } of answers) expect([status, body.id]).toEqual([200, answers[0]?.body.id]);
    expect((await get(path, { token })).body.meta.count).toBe(1);
    expect((await admit({ ...patientFields, fullName: 'Somebody Else' })).status).toBe(422);
  });

  it('without a key are carried out every time', async () => {
    const { token } = await newAccount(server, { roles: ['clinician'] });
    const create = () => post('/v1/clinics', { token, body: clinicFields });
    expect((await create()).body.id).not.toBe((await create()).body.id);
  });
});
