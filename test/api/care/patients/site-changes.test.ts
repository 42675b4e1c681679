import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, graph } = api(server);

const nothing = 'f'.repeat(24);

let clinic: TestClinic;
let token: string;

beforeEach(async () => {
  clinic = await newClinic(server);
  token = await newServerToken(server);
});

const create = async (kind: 'sites' | 'patient_tags', name: string): Promise<string> =>
  accepted(await post(`${clinic.path}/${kind}`, { token, body: { name } })).id;
const merge = (target: string, id: unknown, as = token) =>
  post(`${clinic.path}/sites/${target}/merge`, { token: as, body: { id } });
const convert = (tag: string, as = token) =>
  post(`${clinic.path}/patient_tags/${tag}/site`, { token: as, body: undefined });
const patient = async (id: string): Promise<Json> =>
  accepted(await get(`${clinic.path}/patients/${id}`, { token }));
const shown = async (): Promise<Json> => accepted(await get(clinic.path, { token }));

describe('merging a site', () => {
  it('moves its patients and deletes it', async () => {
    const [one, two, three] = [
      await create('sites', 'One'),
      await create('sites', 'Two'),
      await create('sites', 'Three'),
    ];
    const at = async (...ids: (string | undefined)[]): Promise<string> =>
      (await newPatient(server, clinic, { sites: ids.map((id) => ({ id, name: '' })) })).id;
    const [both, source, other] = [await at(one, two), await at(three, two), await at(three)];
    const site = { id: one, name: 'One', numPatients: 2 };
    expect((await merge(one, two)).body).toEqual({ ...site, patients: 2 });
    const sites = async (id: string): Promise<string[]> =>
      (await patient(id)).sites.map(({ name }: Json) => name);
    expect(await sites(both)).toEqual(['One']);
    expect(await sites(source)).toEqual(['Three', 'One']);
    expect(await sites(other)).toEqual(['Three']);
    expect((await shown()).sites).toEqual([site, { id: three, name: 'Three', numPatients: 2 }]);
    expect((await merge(one, two)).status).toBe(404);
  });

  it('is refused without two sites, and for people', async () => {
    const id = await create('sites', 'One');
    const elsewhere = await newClinic(server);
    const { body: foreign } = await post(`${elsewhere.path}/sites`, { token, body: { name: 'A' } });
    expect((await merge(id, id)).status).toBe(400);
    expect((await merge(id, nothing)).status).toBe(404);
    expect((await merge(nothing, id)).status).toBe(404);
    expect((await merge(id, foreign.id)).status).toBe(404);
    for (const wrong of [undefined, 'x', 5, null]) expect((await merge(id, wrong)).status).toBe(400);
    expect((await post(`${clinic.path}/sites/${id}/merge`, { token })).status).toBe(400);
    expect((await merge('x', id, clinic.admin.token)).status).toBe(403);
  });
});

describe('converting a tag to a site', () => {
  it('gives its patients the site instead of the tag', async () => {
    const [tag, kept] = [await create('patient_tags', 'North'), await create('patient_tags', 'Kept')];
    const { id } = await newPatient(server, clinic, { tags: [tag, kept] });
    const { status, body } = await convert(tag);
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'North', numPatients: 1, patients: 1 },
    });
    expect(await patient(id)).toMatchObject({ tags: [kept], sites: [{ id: body.id, name: 'North' }] });
    expect((await shown()).patientTags).toEqual([{ id: kept, name: 'Kept', numPatients: 1 }]);
    expect((await convert(tag)).status).toBe(404);
    expect((await convert(kept)).body).toEqual({
      id: expect.any(String),
      name: 'Kept',
      numPatients: 1,
      patients: 1,
    });
  });

  it.each([
    [['north'], 'North', 'North (2)'],
    [['NORTH', 'North (2)'], 'North', 'North (3)'],
    [['North+'], 'North', 'North'],
  ])('next to %j, the tag %s becomes %s', async (sites, name, expected) => {
    for (const site of sites) await create('sites', site);
    expect((await convert(await create('patient_tags', name))).body).toEqual({
      id: expect.any(String),
      name: expected,
    });
  });

  it('is refused beyond fifty sites, and for people', async () => {
    const tag = await create('patient_tags', 'T');
    expect((await convert(tag, clinic.admin.token)).status).toBe(403);
    expect((await convert('x')).status).toBe(400);
    for (let index = 0; index < 50; index += 1) await create('sites', `S${index}`);
    expect((await convert(tag)).status).toBe(409);
    expect((await shown()).patientTags).toHaveLength(1);
  });
});

it('the graph does both for trusted servers', async () => {
  const [siteId, sourceId, tagId] = [
    await create('sites', 'A'),
    await create('sites', 'B'),
    await create('patient_tags', 'C'),
  ];
  const operation = `mutation ($merge: MergeSitesInput!, $convert: ConvertTagToSiteInput!) {
    mergeSites(input: $merge) { site { id name } }
    convertTagToSite(input: $convert) { site { name numPatients } }
  }`;
  const clinicId = clinic.id;
  const variables = { merge: { clinicId, siteId, sourceId }, convert: { clinicId, tagId } };
  expect((await graph(operation, { token, variables })).body.data).toEqual({
    mergeSites: { site: { id: siteId, name: 'A' } },
    convertTagToSite: { site: { name: 'C', numPatients: 0 } },
  });
  const refused = await graph(operation, { token: clinic.admin.token, variables });
  expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
});
