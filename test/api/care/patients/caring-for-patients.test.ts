import { randomUUID } from 'node:crypto';
import { newAccount, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;

beforeEach(async () => {
  clinic = await newClinic(server);
  token = clinic.admin.token;
});

const pathOf = (id: string) => `${clinic.path}/patients/${id}`;
const read = async (id: string) => accepted(await get(pathOf(id), { token }));
const label = async (kind: string, name: string): Promise<string> =>
  accepted(await post(`${clinic.path}/${kind}`, { token, body: { name } })).id;

describe('reviews', () => {
  it('keep the last two, newest first; only the last reviewer can revoke theirs', async () => {
    const patient = await newPatient(server, clinic);
    const member = await newClinician(server, clinic);
    const path = `${pathOf(patient.id)}/reviews`;
    const review = (as: string) => put(path, { token: as, body: { '404': {} } });
    const revert = (as: string) => remove(path, { token: as });
    expect((await revert(token)).status).toBe(404);
    const by = ({ userId }: TestAccount) => ({ clinicianId: userId, time: expect.stringMatching(/Z$/) });
    expect((await review(token)).body).toEqual([by(clinic.admin)]);
    expect((await review(member.token)).body).toEqual([by(member), by(clinic.admin)]);
    expect((await review(member.token)).body).toEqual([by(member), by(member)]);
    expect((await revert(token)).status).toBe(409);
    expect((await revert(member.token)).body).toEqual([by(member)]);
    const now = await read(patient.id);
    expect(now.reviews).toEqual([by(member)]);
    expect(now.updatedTime).toBe(patient.updatedTime);
    expect((await put(`${pathOf(randomUUID())}/reviews`, { token })).status).toBe(404);
    expect((await remove(`${pathOf(randomUUID())}/reviews`, { token })).status).toBe(404);
  });
});

describe('a reminder to upload', () => {
  it('goes to the address of the account and is stored; without an address it is only stored', async () => {
    const account = await newAccount(server);
    await addPatient(server, clinic, account, ['view']);
    const remind = (id: string) => post(`${pathOf(id)}/upload_reminder`, { token });
    const { status, body } = await remind(account.userId);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { lastUploadReminderTime: expect.any(String) },
    });
    await waitForMails(server, account.email);
    const { id } = await newPatient(server, clinic);
    expect((await remind(id)).status).toBe(200);
    expect((await remind(randomUUID())).status).toBe(404);
  });
});

describe('a tag for many patients', () => {
  it('is assigned and removed, for some or for all; other accounts are ignored', async () => {
    const tag = await label('patient_tags', 'T');
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await newPatient(server, clinic)).id);
    const all = async (action: string, body?: unknown) =>
      (await post(`${clinic.path}/patients/${action}/${tag}`, { token, body })).status;
    const tagged = async () => (await Promise.all(ids.map(read))).map(({ tags }) => tags.length);
    expect(await all('assign_tag', [ids[0], randomUUID()])).toBe(200);
    expect(await all('assign_tag', [ids[0]])).toBe(200);
    expect(await tagged()).toEqual([1, 0, 0]);
    expect(await all('assign_tag')).toBe(200);
    expect(await tagged()).toEqual([1, 1, 1]);
    expect(await all('delete_tag', [ids[1]])).toBe(200);
    expect(await tagged()).toEqual([1, 0, 1]);
    expect(await all('delete_tag', null)).toBe(200);
    expect(await tagged()).toEqual([0, 0, 0]);
    for (const body of [[], ['nonsense'], [ids[0], ids[0]], {}, 'x', [1]])
      expect(await all('assign_tag', body)).toBe(400);
    const many = (count: number) => Array.from({ length: count }, () => randomUUID());
    for (const action of ['assign_tag', 'delete_tag']) {
      expect(await all(action, many(1_000))).toBe(200);
      expect(await all(action, many(1_001))).toBe(400);
      expect(await all(action, null)).toBe(200);
    }
    expect(await tagged()).toEqual([0, 0, 0]);
    accepted(await remove(`${clinic.path}/patient_tags/${tag}`, { token }));
    expect(await all('assign_tag')).toBe(404);
    expect(await all('delete_tag')).toBe(200);
  });
});
