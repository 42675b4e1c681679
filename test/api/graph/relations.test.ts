import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { addPatient, newClinic, newClinician } from '../../support/clinics';
import { newLegacyClinic } from '../../support/legacy-clinics';
import { newPractice, palmtree, prescribed } from '../../support/prescriptions';
import { providerClient } from '../../support/provider-sessions';
import { serverUnderTest } from '../../support/server';
import { run } from './paged-lists';

const server = serverUnderTest();
const { graph, post } = api(server);

describe('an id leads to what it names:', () => {
  it('a prescription to those who wrote it, and to the pump', async () => {
    const practice = await newPractice(server);
    await prescribed(server, practice);
    const { token } = practice.member;
    const people = 'createdBy { userId } modifiedBy { userId } prescriber { userId }';
    const fields = `${people} latestRevision { createdBy { userId } pump { id } }`;
    const found = await run(
      `{ clinic(id: "${practice.id}") { prescriptions { edges { node { ${fields} } } } } }`,
      token,
    );
    const author = { userId: practice.prescriber.userId };
    expect(found.clinic.prescriptions.edges[0].node).toEqual({
      ...{ createdBy: author, modifiedBy: author, prescriber: author },
      latestRevision: { createdBy: author, pump: { id: palmtree } },
    });
  });

  it('a data source to its owner', async () => {
    const [person, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await providerClient(server, token).source(person, 'dexcom');
    const query = `{ dataSource(id: "${id}") { owner { username } } }`;
    for (const caller of [person.token, token])
      expect(await run(query, caller)).toEqual({ dataSource: { owner: { username: person.email } } });
  });

  it('the TIDE report to its clinic and its tags', async () => {
    const [{ id, admin }, person] = [await newClinic(server), await newAccount(server)];
    const made = await run(
      `mutation { createPatientTag(input: { clinicId: "${id}", name: "Some" }) { tag { id } } }`,
      admin.token,
    );
    await addPatient(server, { path: `/v1/clinics/${id}` }, person, ['view']);
    const tagId = made.createPatientTag.tag.id;
    const input = `{ period: DAYS_14, tagIds: ["${tagId}"], lastDataCutoff: "2024-05-06T07:08:09Z" }`;
    const config = 'config { clinic { id } tags { id name } }';
    const found = await run(
      `{ clinic(id: "${id}") { tideReport(input: ${input}) { ${config} } } }`,
      admin.token,
    );
    expect(found.clinic.tideReport).toEqual({
      config: { clinic: { id }, tags: [{ id: tagId, name: 'Some' }] },
    });
  });

  it('a plan of a merge and a migration to their clinics', async () => {
    const [source, target] = [await newClinic(server), await newClinic(server)];
    const plan = `clinicMergePlan(sourceId: "${source.id}", targetId: "${target.id}") { source { id } target { id } }`;
    const token = await newServerToken(server);
    expect(await run(`{ ${plan} }`, token)).toEqual({
      clinicMergePlan: { source: { id: source.id }, target: { id: target.id } },
    });
    const legacy = await newLegacyClinic(server);
    await post(`${legacy.path}/migrate`, { token: legacy.owner.token });
    const edges = 'accountMigrations { edges { node { clinic { id } user { id } } } }';
    const { clinic } = await run(`{ clinic(id: "${legacy.id}") { ${edges} } }`, token);
    expect(clinic.accountMigrations.edges).toEqual([
      { node: { clinic: { id: legacy.id }, user: { id: legacy.owner.userId } } },
    ]);
  });
});

it('an account behind an id is shown only to those who are related to it', async () => {
  const legacy = await newLegacyClinic(server);
  await post(`${legacy.path}/migrate`, { token: legacy.owner.token });
  const colleague = await newClinician(server, legacy, ['CLINIC_MEMBER']);
  const query = `{ clinic(id: "${legacy.id}") { accountMigrations { edges { node { userId user { emails } } } } } }`;
  const { body }: Json = await graph(query, { token: colleague.token });
  expect(body.data.clinic.accountMigrations.edges).toEqual([
    { node: { userId: legacy.owner.userId, user: null } },
  ]);
  expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});
