import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient } from '../../../support/clinics';
import { statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);

/** A clinic with one patient with statistics and one without, by name. */
async function begin() {
  const clinic = await newClinic(server);
  const { id } = await newPatient(server, clinic, { fullName: 'A' });
  await newPatient(server, clinic, { fullName: 'B' });
  await tellSummary(server, id, { cgmStats: statsWith({}) });
  const ask = async (selection: string, rest = ''): Promise<Json> => {
    const query = `query ($id: ID!) { clinic(id: $id) { ${selection} } } ${rest}`;
    const { body } = await graph(query, { variables: { id: clinic.id }, token: clinic.admin.token });
    expect(body.errors).toBeUndefined();
    return body.data.clinic;
  };
  return { clinic, id, ask };
}

const summariesOf = (connection: Json): Json[] =>
  connection.edges.map(({ node }: Json) => node.storedSummary);

describe('the patients of a clinic in the graph', () => {
  it.each([
    ['by itself', '{ edges { node { storedSummary } } }', ''],
    [
      'within fragments',
      '{ ...OfPage }',
      'fragment OfPage on ClinicPatientConnection { edges { ...OfEdge } } fragment OfEdge on PatientEdge { node { ... on Patient { storedSummary } } }',
    ],
    ['on a condition', '{ edges { node { storedSummary @include(if: true) } } }', ''],
    ['in two parts', '{ edges { cursor } edges { node { userId } node { storedSummary } } }', ''],
  ])('have summaries if there are any, queried %s', async (_how, selection, fragments) => {
    const { ask } = await begin();
    const { patients } = await ask(`patients ${selection}`, fragments);
    expect(summariesOf(patients)).toEqual([
      { cgmStats: expect.objectContaining({ id: expect.any(String) }) },
      null,
    ]);
  });

  it('have them in one of several pages of a request, and under aliases', async () => {
    const { id, ask } = await begin();
    const found = await ask(`
      with: patients { edges { node { storedSummary } } }
      without: patients { edges { node { userId } } }
      last: patients(sort: { by: LAST_DATA, descending: true }, first: 1) { edges { each: node { userId stats: storedSummary } } }`);
    expect(summariesOf(found.with)).toEqual([{ cgmStats: expect.any(Object) }, null]);
    expect(found.without.edges.map(({ node }: Json) => Object.keys(node))).toEqual([['userId'], ['userId']]);
    expect(found.last.edges).toEqual([{ each: { userId: id, stats: summariesOf(found.with)[0] } }]);
  });

  it('have their labels in the order of assignment, whatever the names', async () => {
    const clinic = await newClinic(server);
    const made = async (path: string, names: string[]) => {
      const ids: string[] = [];
      for (const name of names)
        ids.push(
          accepted(await post(`${clinic.path}/${path}`, { body: { name }, token: clinic.admin.token })).id,
        );
      return ids.reverse();
    };
    const tags = await made('patient_tags', ['two  words', '<7 +8>', '7 8 ', '_x']);
    const sites = await made('sites', ['two  words', '"quoted\\"', '{"a":1}', "it's", '7 8']);
    await newPatient(server, clinic, { tags, sites: sites.map((id) => ({ id, name: '' })) });
    const query = `query ($id: ID!) { clinic(id: $id) { patientTags { id name } sites { id name }
      patients { edges { node { tags { id name } sites { id name } } } } } }`;
    const { body } = await graph(query, { variables: { id: clinic.id }, token: clinic.admin.token });
    const { patientTags, sites: allSites, patients } = body.data.clinic;
    const [{ node }] = patients.edges;
    const named = (ids: string[], labels: Json[]) => ids.map((id) => labels.find((label) => label.id === id));
    expect(node.tags).toEqual(named(tags, patientTags));
    expect(node.sites).toEqual(named(sites, allSites));
    expect([node.tags.length, node.sites.length]).toEqual([4, 5]);
  });
});
