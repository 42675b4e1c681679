import { api, type Answer, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { newPerson, type Person } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import {
  hour,
  reading,
  readings,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';

const server = serverUnderTest();

let clinic: TestClinic;
beforeEach(async () => {
  clinic = await newClinic(server);
});

/** A patient of the clinic with two days of readings, and a calculated summary. */
async function newPatient(permissions: readonly string[]): Promise<Person> {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, permissions);
  await uploadedReadings(person, readings(recentHour() - 48 * hour, 500));
  await recomputed(server, person);
  return person;
}

const readRecord = async ({ userId }: Person): Promise<Json> =>
  accepted(await api(server).get(`${clinic.path}/patients/${userId}`, { token: clinic.admin.token }));

const countCopied = async (person: Person): Promise<number | undefined> =>
  (await readRecord(person)).summary?.cgmStats.periods['7d'].totalRecords;

/** What the clinic sees of its patients together. */
async function figures(): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) {
    statistics(type: CGM) { patients active noData unknown timeInTarget }
    statisticsOverTime(count: 2) { patients withData noData unknown timeInTarget }
    patients(first: 10, filter: { figures: [{ type: CGM, field: AVERAGE_DAILY_RECORDS, comparison: GT, value: 0 }] }, period: DAYS_7) { edges { node { userId } } }
  } }`;
  const variables = { id: clinic.id };
  return accepted(await api(server).graph(query, { token: clinic.admin.token, variables })).data.clinic;
}

const permissionsPath = ({ userId }: Person): string => `${clinic.path}/patients/${userId}/permissions`;
const inGraph = async (person: Person, mutation: string): Promise<Answer> => {
  const variables = { clinicId: clinic.id, userId: person.userId };
  const answer = await api(server).graph(mutation, { token: person.token, variables });
  expect(accepted(answer).errors).toBeUndefined();
  return answer;
};

const set = (person: Person, body: object) =>
  api(server).put(permissionsPath(person), { token: person.token, body });

const ways: [string, (person: Person) => Promise<Answer>][] = [
  ['replaces the permissions', (person) => set(person, { note: {} })],
  [
    'revokes the permission',
    (person) => api(server).delete(`${permissionsPath(person)}/view`, { token: person.token }),
  ],
  [
    'replaces the permissions in the graph',
    (person) =>
      inGraph(
        person,
        `mutation ($clinicId: ID!, $userId: ID!) { setClinicPermissions(
          input: { clinicId: $clinicId, userId: $userId, permissions: [UPLOAD] }) { permissions } }`,
      ),
  ],
  [
    'revokes the permission in the graph',
    (person) =>
      inGraph(
        person,
        `mutation ($clinicId: ID!, $userId: ID!) { removeClinicPermission(
          input: { clinicId: $clinicId, userId: $userId, permission: VIEW }) { done } }`,
      ),
  ],
];

describe('a clinic loses its copy of a summary, and gets no other one, when the patient', () => {
  it.each(ways)('%s', async (_, revoke) => {
    const person = await newPatient(['view', 'note']);
    expect(await countCopied(person)).toBe(500);
    accepted(await revoke(person));
    expect(await readRecord(person)).not.toHaveProperty('summary');
    await uploadedReadings(person, [reading(recentHour())]);
    await recomputed(server, person);
    expect(await readRecord(person)).not.toHaveProperty('summary');
  });
});

it('a clinic has figures of patients whose data it may view', async () => {
  const person = await newPatient(['view', 'note']);
  const seen = await figures();
  expect(seen.statistics).toMatchObject([{ patients: 1, active: 1, noData: 0, timeInTarget: 1 }]);
  expect(Math.max(...seen.statisticsOverTime.map(({ withData }: Json) => withData))).toBe(1);
  expect(seen.patients.edges).toEqual([{ node: { userId: person.userId } }]);
  accepted(await set(person, { note: {} }));
  await uploadedReadings(person, [reading(recentHour())]);
  expect(await figures()).toEqual({
    statistics: [{ patients: 1, active: 0, noData: 1, unknown: 0, timeInTarget: null }],
    statisticsOverTime: Array(2).fill({
      patients: 1,
      withData: 0,
      noData: 1,
      unknown: 0,
      timeInTarget: null,
    }),
    patients: { edges: [] },
  });
});

it('a clinic gets the present summary once it may view the data, and keeps it when it may do less or more', async () => {
  const person = await newPatient(['note']);
  expect(await readRecord(person)).not.toHaveProperty('summary');
  accepted(await set(person, { view: {}, upload: {} }));
  expect(await countCopied(person)).toBe(500);
  accepted(await set(person, { view: {} }));
  expect(await countCopied(person)).toBe(500);
  accepted(await set(person, { view: {}, note: {} }));
  expect(await countCopied(person)).toBe(500);
});

it('a clinic keeps what a trusted server has sent of a patient whose data it may not view', async () => {
  const person = await newPatient(['note']);
  const period = periodWith('bgm', { totalRecords: 7 });
  await tellSummary(server, person.userId, { bgmStats: statsWith({ '7d': period }) });
  await uploadedReadings(person, [reading(recentHour(), 6, { type: 'smbg' })]);
  await recomputed(server, person, 'bgm');
  const { summary } = await readRecord(person);
  expect(Object.keys(summary)).toEqual(['bgmStats']);
  expect(summary.bgmStats.periods['7d'].totalRecords).toBe(7);
});
