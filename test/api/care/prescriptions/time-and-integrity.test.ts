import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { waitFor } from '../../../support/wait-until';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import {
  claim,
  claimed,
  newPractice,
  prescribed,
  revise,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';

let own: OwnApp;
let practice: Practice;

beforeAll(async () => {
  own = await startOwnApp();
  practice = await newPractice(own.server);
});

afterAll(() => own.close());

const birthday = '1990-05-06';
const rows = (sql: string, ...parameters: unknown[]): Promise<Json[]> =>
  own.database.reader.query(sql, parameters);
const change = (sql: string, ...parameters: unknown[]) =>
  own.database.transaction((manager) => manager.query(sql, parameters));
const read = async (id: string): Promise<Json> =>
  (await api(own.server).get(`${practice.path}/${id}`, { token: practice.member.token })).body;

describe('an expired prescription', () => {
  it('is expired in every response and filter, and cannot be claimed or revised', async () => {
    const { server } = own;
    const { get } = api(server);
    const patient = await newAccount(server);
    const { id, accessCode } = await prescribed(server, practice);
    const other = await prescribed(server, practice);
    await change('UPDATE prescriptions SET expiration_time = ? WHERE id = ?', Date.now() - 1, id);
    expect((await read(id)).state).toBe('expired');
    const listed = async (query: string) =>
      (await get(`${practice.path}?${query}`, { token: practice.member.token })).body.map((each: Json) => [
        each.id,
        each.state,
      ]);
    expect(await listed('state=expired')).toEqual([[id, 'expired']]);
    expect(await listed('state=submitted')).toEqual([[other.id, 'submitted']]);
    expect(await listed('')).toEqual([
      [other.id, 'submitted'],
      [id, 'expired'],
    ]);
    expect((await claim(server, patient, { accessCode, birthday })).status).toBe(404);
    const revision = await revise(server, practice, practice.prescriber, id, wholeAttributes());
    expect([revision.status, ...formatFindings(revision)]).toEqual([400, 'value-not-allowed /state']);
    await change('UPDATE prescriptions SET expiration_time = ? WHERE id = ?', Date.now() + 60_000, id);
    expect((await claim(server, patient, { accessCode, birthday })).status).toBe(200);
  });
});

describe('a revision that does not match its stored hash', () => {
  it('is never returned', async () => {
    const { server } = own;
    const patient = await newAccount(server);
    const { id, accessCode } = await prescribed(server, practice);
    const where = 'WHERE prescription_id = ?';
    const [{ attributes }] = await rows(`SELECT attributes FROM prescription_revisions ${where}`, id);
    const changed = JSON.stringify({ ...JSON.parse(attributes), mrn: 'another' });
    await change(`UPDATE prescription_revisions SET attributes = ? ${where}`, changed, id);
    const answer = await claim(server, patient, { accessCode, birthday });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('sealed');
    expect(await read(id)).toMatchObject({ state: 'submitted', accessCode });
    const patients = 'SELECT user_id FROM clinic_patients WHERE user_id = ?';
    expect(await rows(patients, patient.userId)).toEqual([]);
    await change(`UPDATE prescription_revisions SET attributes = ? ${where}`, attributes, id);
    expect((await claim(server, patient, { accessCode, birthday })).status).toBe(200);
  });
});

it('a deleted prescription frees its code, and records who deleted it and when', async () => {
  const { id } = await prescribed(own.server, practice, { state: 'draft' });
  const { token, userId } = practice.member;
  await api(own.server).delete(`${practice.path}/${id}`, { token });
  const columns = 'access_code, deleted_user_id, deleted_time';
  const [row] = await rows(`SELECT ${columns} FROM prescriptions WHERE id = ?`, id);
  expect(row).toMatchObject({ access_code: null, deleted_user_id: userId });
  expect(Number(row.deleted_time)).toBeGreaterThan(Date.now() - 60_000);
});

it('revisions are stored unchanged', async () => {
  const { id } = await prescribed(own.server, practice, wholeAttributes({ state: 'draft' }));
  await revise(own.server, practice, practice.member, id, { state: 'pending' });
  const kept = await rows(
    'SELECT revision_id, attributes FROM prescription_revisions WHERE prescription_id = ? ORDER BY revision_id',
    id,
  );
  expect(kept.map(({ revision_id, attributes }) => [Number(revision_id), JSON.parse(attributes)])).toEqual([
    [0, wholeAttributes({ state: 'draft' })],
    [1, { state: 'pending' }],
  ]);
});

it('a prescription of a deleted clinic cannot be claimed', async () => {
  const { server } = own;
  const gone = await newPractice(server);
  const patient = await newAccount(server);
  const { accessCode } = await prescribed(server, gone);
  const { status } = await api(server).delete(`/v1/clinics/${gone.id}`, { token: gone.admin.token });
  expect(status).toBeLessThan(300);
  const answer = await claim(server, patient, { accessCode, birthday });
  expect(answer.status).toBe(404);
  expect(answer.text).toBe((await claim(server, patient, { accessCode: 'AAAAAA', birthday })).text);
});

it('prescriptions of a closed clinic are deleted, except for claimed ones', async () => {
  const { server } = own;
  const closed = await newPractice(server);
  const { prescription, patient } = await claimed(server, closed);
  for (const state of ['draft', 'pending', 'submitted'])
    await prescribed(server, closed, wholeAttributes({ state }));
  const asAdmin = { token: closed.admin.token };
  await api(server).delete(`/v1/clinics/${closed.id}/patients/${patient.userId}`, asAdmin);
  expect((await api(server).delete(`/v1/clinics/${closed.id}`, asAdmin)).status).toBeLessThan(300);
  const kept = () =>
    Promise.all([
      rows('SELECT id FROM prescriptions WHERE clinic_id = ?', closed.id),
      rows('SELECT prescription_id AS id FROM prescription_revisions WHERE clinic_id = ?', closed.id),
    ]);
  await waitFor('the rest to be gone', async () => ((await kept()).flat().length === 2 ? true : undefined));
  expect(await kept()).toEqual([[{ id: prescription.id }], [{ id: prescription.id }]]);
  const path = `/v1/patients/${patient.userId}/prescriptions/${prescription.id}`;
  expect((await api(server).get(path, { token: patient.token })).body).toEqual(prescription);
});

it('activating says when and by whom both prescriptions changed', async () => {
  const { server } = own;
  const { prescription: first, patient } = await claimed(server, practice);
  const { prescription: second } = await claimed(server, practice, patient);
  const activate = ({ id }: Json) =>
    api(server).patch(`/v1/patients/${patient.userId}/prescriptions/${id}`, {
      token: patient.token,
      body: { state: 'active' },
    });
  expect((await activate(first)).status).toBe(200);
  const longAgo =
    'UPDATE prescriptions SET modified_time = 0, modified_user_id = ? WHERE patient_user_id = ?';
  await change(longAgo, practice.member.userId, patient.userId);
  const begun = Date.now();
  expect((await activate(second)).status).toBe(200);
  for (const { id } of [first, second]) {
    const { modifiedTime, modifiedUserId } = await read(id);
    expect(Date.parse(modifiedTime)).toBeGreaterThanOrEqual(begun - 1_000);
    expect(modifiedUserId).toBe(patient.userId);
  }
});
