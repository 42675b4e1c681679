import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;

beforeAll(async () => {
  serverToken = await newServerToken(server);
});

beforeEach(async () => {
  clinic = await newClinic(server);
  token = clinic.admin.token;
});

const kinds = [
  { kind: 'patient_tags', key: 'patientTags' },
  { kind: 'sites', key: 'sites' },
] as const;

const create = (kind: string, name: unknown) => post(`${clinic.path}/${kind}`, { token, body: { name } });
const rename = (kind: string, id: string, name: string) =>
  put(`${clinic.path}/${kind}/${id}`, { token, body: { id: 'ignored', name } });
const names = async (key: string): Promise<string[]> =>
  accepted(await get(clinic.path, { token }))[key].map(({ name }: Json) => name);

describe.each(kinds)('$kind', ({ kind, key }) => {
  it('are shown with the clinic in order of creation', async () => {
    const { status, body } = await create(kind, 'Zoo');
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Zoo' },
    });
    accepted(await create(kind, '日本語 Ä'));
    expect(await names(key)).toEqual(['Zoo', '日本語 Ä']);
  });

  it("can be renamed, even only in case, but not to another's name", async () => {
    const { id } = accepted(await create(kind, 'One'));
    accepted(await create(kind, 'Two'));
    expect((await rename(kind, id, 'oNE')).body).toEqual({ id, name: 'oNE' });
    expect((await rename(kind, id, 'TWO')).status).toBe(409);
    expect((await rename(kind, id, ' One')).status).toBe(400);
    expect((await rename(kind, 'f'.repeat(24), 'Three')).status).toBe(404);
    expect((await rename(kind, 'nonsense', 'Three')).status).toBe(400);
    expect(await names(key)).toEqual(['oNE', 'Two']);
  });

  it('are equal if they differ only in case; accents count', async () => {
    accepted(await create(kind, 'École'));
    for (const name of ['école', 'ÉCOLE', 'E\u0301cole']) {
      const { status } = await create(kind, name);
      expect([name, status]).toEqual([name, name.includes('\u0301') ? 400 : 409]);
    }
    expect((await create(kind, 'Ecole')).status).toBe(200);
  });

  it('are limited to fifty, even if many are created concurrently', async () => {
    for (let index = 0; index < 48; index += 1) accepted(await create(kind, `L${index}`));
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(kind, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
    expect((await create(kind, 'L1')).status).toBe(kind === 'sites' ? 409 : 422);
    const [first] = accepted(await get(clinic.path, { token }))[key];
    expect((await rename(kind, first.id, 'Renamed')).status).toBe(200);
    expect(await names(key)).toHaveLength(50);
  });

  it('get a name once if it is created several times concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create(kind, 'Same')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('show their number of patients everywhere; removed patients lose them', async () => {
    const { id } = accepted(await create(kind, 'One'));
    const labels = kind === 'sites' ? { sites: [{ id }] } : { tags: [id] };
    const patients = [await newPatient(server, clinic, labels), await newPatient(server, clinic, labels)];
    const inClinic = { id, name: 'One', numPatients: 2 };
    expect(accepted(await get(clinic.path, { token }))[key]).toEqual([inClinic]);
    const ofUser = (side: string, userId: string) =>
      get(`/v1/${side}/${userId}/clinics`, { token: serverToken });
    const [works] = accepted(await ofUser('clinicians', clinic.admin.userId));
    const [visits] = accepted(await ofUser('patients', patients[0].id));
    const [found] = accepted(await get('/v1/patients', { token }));
    for (const each of [works, visits, found]) expect(each.clinic[key]).toEqual([inClinic]);
    expect((await rename(kind, id, 'Two')).body).toEqual({
      ...inClinic,
      name: 'Two',
      ...(kind === 'sites' && { patients: 2 }),
    });
    expect((await remove(`${clinic.path}/${kind}/${id}`, { token })).status).toBe(204);
    const left = accepted(await get(`${clinic.path}/patients`, { token })).data;
    expect(left.map(({ tags, sites }: Json) => [tags, sites])).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it.each([undefined, '', ' A', '\tA', 5, null, '🍕'])('cannot have the name %j', async (name) => {
    expect((await create(kind, name)).status).toBe(400);
  });
});

describe('tags', () => {
  it('allow few special characters, and lose trailing spaces', async () => {
    for (const name of ['+_><-', 'a b\tc', '1', 'x'.repeat(20), '𐐀'.repeat(20)]) {
      expect((await create('patient_tags', name)).status).toBe(200);
    }
    for (const name of ['50%', 'a.b', 'a/b', 'x'.repeat(21), '𐐀'.repeat(21), '\u00a0a']) {
      expect((await create('patient_tags', name)).status).toBe(400);
    }
    expect((await create('patient_tags', 'Type 1  ')).body.name).toBe('Type 1');
    expect((await create('patient_tags', 't y p e1')).status).toBe(409);
    accepted(await create('patient_tags', 'ΟΔΟΣ Α'));
    expect((await create('patient_tags', 'ΟΔΟΣΑ')).status).toBe(409);
  });

  it('can be deleted again', async () => {
    const { id } = accepted(await create('patient_tags', 'A'));
    const path = `${clinic.path}/patient_tags/${id}`;
    expect((await remove(path, { token })).status).toBe(204);
    expect((await remove(path, { token })).status).toBe(204);
    expect(await names('patientTags')).toEqual([]);
  });
});

describe('sites', () => {
  it('allow all printable ASCII, and spaces count', async () => {
    for (const name of ['50% (a.b/c) ~!', 'a b', 'ab', 'a b ', 'x'.repeat(200), '𐐀'.repeat(200)]) {
      expect((await create('sites', name)).body).toMatchObject({ name });
    }
    for (const name of ['a\tb', 'x'.repeat(201), '𐐨'.repeat(201)])
      expect((await create('sites', name)).status).toBe(400);
  });

  it.each([
    ['Straße', 'STRASSE', 409],
    ['ΟΔΟΣ', 'οδος', 409],
    ['οδος', 'οδοσ', 409],
    ['ﬁn', 'FIN', 409],
    ['𐐀', '𐐨', 409],
    ['ırmak', 'irmak', 200],
    ['Ä', 'A', 200],
    ['a b', 'ab', 200],
  ])('are compared with Unicode case folding: %s and %s', async (one, other, status) => {
    accepted(await create('sites', one));
    expect((await create('sites', other)).status).toBe(status);
  });

  it('cannot be deleted again', async () => {
    const { id } = accepted(await create('sites', 'A'));
    const path = `${clinic.path}/sites/${id}`;
    expect((await remove(path, { token })).status).toBe(204);
    expect((await remove(path, { token })).status).toBe(404);
    expect(await names('sites')).toEqual([]);
  });
});

it('tags and sites of an unknown clinic are not found by trusted servers', async () => {
  for (const { kind } of kinds) {
    const path = `/v1/clinics/${'f'.repeat(24)}/${kind}`;
    expect((await post(path, { token: serverToken, body: { name: 'A' } })).status).toBe(404);
  }
});
