import { randomBytes, randomUUID } from 'node:crypto';
import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newLabels,
  patientFields,
} from '../../../support/clinics';
import { statsWith } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, post, put, delete: remove } = api(server);

describe('members of a clinic who change the tags of patients', () => {
  it('are logged for each affected patient', async () => {
    const place = await newClinic(server);
    const { token, userId: actorId } = place.admin;
    const patients = [await newAccount(server), await newAccount(server)];
    for (const patient of patients) await addPatient(server, place, patient, ['view']);
    const stranger = await newAccount(server);
    const tag = (await post(`${place.path}/patient_tags`, { token, body: { name: 'A' } })).body;
    const [one, other] = patients.map(({ userId }) => userId);
    const assign = `${place.path}/patients/assign_tag/${tag.id}`;
    const named = await post(assign, { token, body: [one, stranger.userId] });
    const all = await post(assign, { token });
    const taken = await post(`${place.path}/patients/delete_tag/${tag.id}`, { token, body: [other] });
    const none = await post(assign, { token, body: [] });
    const refused = await post(assign, { token: stranger.token });
    const removed = await remove(`${place.path}/patient_tags/${tag.id}`, { token });
    expect([named, all, taken, none, refused, removed].map(({ status }) => status)).toEqual([
      200, 200, 200, 400, 403, 204,
    ]);
    const seen = await Promise.all(
      [...patients, stranger].map(async ({ userId, token: own }) =>
        (await accessLog(server, userId, own))
          .filter((entry: Json) => entry.fields.some((field: string) => field.endsWith('PatientTag')))
          .map(({ kind, reason, actorId: actor, fields }: Json) =>
            [kind, reason, actor, ...fields].join(' '),
          ),
      ),
    );
    const changed = (field: string) => `CHANGE CLINIC ${actorId} Mutation.${field}`;
    expect(seen).toEqual([
      [changed('removePatientTag'), changed('assignPatientTag'), changed('assignPatientTag')],
      [changed('unassignPatientTag'), changed('assignPatientTag')],
      [],
    ]);
  });

  it('are logged for each of a thousand patients that they name', async () => {
    const [place, patient] = await Promise.all([newClinic(server), newAccount(server)]);
    const { token } = place.admin;
    await addPatient(server, place, patient, ['view']);
    const { A: tag } = await newLabels(server, place, 'patient_tags', ['A']);
    const named = [patient.userId, ...Array.from({ length: 999 }, () => randomUUID())];
    const assign = (body: string[]) => post(`${place.path}/patients/assign_tag/${tag}`, { token, body });
    expect((await assign(named)).status).toBe(200);
    expect((await assign([...named, randomUUID()])).status).toBe(400);
    const entries = await accessLog(server, patient.userId, patient.token);
    expect(entries.filter(({ fields }: Json) => fields.includes('Mutation.assignPatientTag'))).toHaveLength(
      1,
    );
  });
});

describe('callers who may not change what a clinic keeps about many patients', () => {
  const codes = ({ body }: { body: Json }) => body.errors.map(({ extensions }: Json) => extensions.code);

  it('leave no entry with any of them', async () => {
    const place = await newClinic(server);
    const [patient, colleague] = [await newAccount(server), await newClinician(server, place)];
    const { userId, token: own } = patient;
    await addPatient(server, place, patient, ['view']);
    const { A: tagId } = await newLabels(server, place, 'patient_tags', ['A']);
    const body = { ...patientFields, tags: [tagId] };
    accepted(await put(`${place.path}/patients/${userId}`, { token: place.admin.token, body }));
    const stats = statsWith({}, {}, randomBytes(12).toString('hex'));
    const token = await newServerToken(server);
    accepted(await post(`/v1/patients/${userId}/summary`, { token, body: { cgmStats: stats } }));
    const refused = await graph(
      `mutation ($tag: RemovePatientTagInput!, $stats: DeletePatientSummaryInput!) {
        removePatientTag(input: $tag) { done }
        deletePatientSummary(input: $stats) { patients }
      }`,
      {
        token: colleague.token,
        variables: { tag: { clinicId: place.id, tagId }, stats: { summaryId: stats.id } },
      },
    );
    expect(codes(refused)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    // Reads are stored a moment later, in their order.
    await get(`${place.path}/patients/${userId}`, { token: colleague.token });
    await onRecord(server, userId, own, { kind: 'READ', actorId: colleague.userId });
    const entries = await accessLog(server, userId, own);
    expect(entries.filter(({ kind }: Json) => kind === 'REFUSED')).toEqual([]);
  });
});

describe('trusted servers that merge a site, or turn a tag into one', () => {
  it('are logged for each patient who had it', async () => {
    const [place, token] = await Promise.all([newClinic(server), newServerToken(server)]);
    const [there, elsewhere] = [await newAccount(server), await newAccount(server)];
    for (const patient of [there, elsewhere]) await addPatient(server, place, patient, ['view']);
    const { North, South } = await newLabels(server, place, 'sites', ['North', 'South']);
    const { A: tag } = await newLabels(server, place, 'patient_tags', ['A']);
    const body = { ...patientFields, sites: [{ id: South }], tags: [tag] };
    accepted(await put(`${place.path}/patients/${there.userId}`, { token, body }));
    accepted(await post(`${place.path}/sites/${North}/merge`, { token, body: { id: South } }));
    accepted(await post(`${place.path}/patient_tags/${tag}/site`, { token }));
    const changes = await Promise.all(
      [there, elsewhere].map(async ({ userId, token: own }) =>
        (await accessLog(server, userId, own))
          .filter(({ operation }: Json) => /(merge|site)$/.test(operation))
          .map(({ kind, reason, fields }: Json) => [kind, reason, ...fields].join(' ')),
      ),
    );
    expect(changes).toEqual([
      ['CHANGE SERVER Mutation.convertTagToSite', 'CHANGE SERVER Mutation.mergeSites'],
      [],
    ]);
  });
});

describe('members of a clinic who delete a site', () => {
  it('are logged for each patient who had it', async () => {
    const place = await newClinic(server);
    const { token, userId: actorId } = place.admin;
    const [there, elsewhere] = [await newAccount(server), await newAccount(server)];
    for (const patient of [there, elsewhere]) await addPatient(server, place, patient, ['view']);
    const site = (await post(`${place.path}/sites`, { token, body: { name: 'North' } })).body;
    const body = { fullName: 'Ann', birthDate: '1990-05-06', sites: [{ id: site.id }] };
    expect((await put(`${place.path}/patients/${there.userId}`, { token, body })).status).toBe(200);
    expect((await remove(`${place.path}/sites/${site.id}`, { token })).status).toBe(204);
    const removals = await Promise.all(
      [there, elsewhere].map(async ({ userId, token: own }) =>
        (await accessLog(server, userId, own)).filter(({ fields }: Json) =>
          fields.includes('Mutation.removeSite'),
        ),
      ),
    );
    expect(removals).toEqual([[expect.objectContaining({ kind: 'CHANGE', reason: 'CLINIC', actorId })], []]);
  });
});

describe('statistics that a trusted server deletes by id', () => {
  it('are logged for their owner', async () => {
    const [asServer, clinic, patient] = await Promise.all([
      newServerToken(server),
      newClinic(server),
      newAccount(server),
    ]);
    const { userId, token: own } = patient;
    await addPatient(server, clinic, patient, ['view']);
    const stats = statsWith({}, {}, randomBytes(12).toString('hex'));
    const path = `/v1/patients/${userId}/summary`;
    expect((await post(path, { token: asServer, body: { cgmStats: stats } })).status).toBe(200);
    expect((await remove(`/v1/summaries/${stats.id}/clinics`, { token: asServer })).status).toBe(200);
    const entries = await accessLog(server, userId, own);
    expect(entries.filter(({ fields }: Json) => fields.includes('Mutation.deletePatientSummary'))).toEqual([
      expect.objectContaining({ kind: 'CHANGE', reason: 'SERVER' }),
    ]);
  });
});
