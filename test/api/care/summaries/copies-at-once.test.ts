import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newMergingClinics,
  type TestClinic,
} from '../../../support/clinics';
import { accountRow, bothWhileHeld, placeOfCopy } from '../../../support/held-rows';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { newPerson, type Person } from '../../../support/person';
import { hour, reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';
import { pauseSummaries } from '../../../support/summary-tasks';

let own: OwnApp;
let clinic: TestClinic;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
  await pauseSummaries(own.server);
  clinic = await newClinic(own.server);
});
afterAll(() => own.close());

type Requests = [() => Promise<unknown>, () => Promise<unknown>];

const orders: [string, (both: Requests) => Requests][] = [
  ['the former begins first', (both) => both],
  ['the latter begins first', ([first, second]) => [second, first]],
];

const findPatient = async ({ path, admin }: TestClinic, { userId }: Person): Promise<Json> =>
  accepted(await api(own.server).get(`${path}/patients/${userId}`, { token: admin.token }));

/** The number of sensor and meter readings of a patient in the clinic's copy. */
async function countCopied(of: TestClinic, person: Person): Promise<(number | undefined)[]> {
  const { summary } = await findPatient(of, person);
  return [summary?.cgmStats, summary?.bgmStats].map((stats) => stats?.periods['30d'].totalRecords);
}

/** A person with a reading, and with as many before it as were calculated. */
async function personWith(calculated: number): Promise<Person> {
  const person = await newPerson(own.server);
  for (let number = 0; number <= calculated; number += 1) {
    await uploadedReadings(person, [reading(recentHour() - number * hour)]);
    if (number < calculated) await recomputed(own.server, person);
  }
  return person;
}

const readings: [string, number][] = [
  ['a first', 0],
  ['a later', 1],
];

describe.each(readings)('%s calculation', (_, calculated) => {
  it.each(orders)(
    'reaches the clinic that the person joins at the same time: %s',
    async (_order, inOrder) => {
      const person = await personWith(calculated);
      const both = inOrder([
        () => recomputed(own.server, person),
        () => addPatient(own.server, clinic, person, ['view']),
      ]);
      await bothWhileHeld(own, accountRow(person.userId), both);
      expect(await countCopied(clinic, person)).toEqual([calculated + 1, undefined]);
    },
  );

  it.each(orders)(
    'reaches the clinic that the patient’s is merged into meanwhile: %s',
    async (_order, inOrder) => {
      const { source, target, token } = await newMergingClinics(own.server);
      const person = await personWith(0);
      await addPatient(own.server, source, person, ['view']);
      if (calculated > 0) await recomputed(own.server, person);
      await uploadedReadings(person, [reading(recentHour() - 5 * hour)]);
      const body = { sourceId: source.id };
      const both = inOrder([
        () => recomputed(own.server, person),
        async () => accepted(await api(own.server).post(`${target.path}/merge`, { token, body })),
      ]);
      await bothWhileHeld(own, accountRow(person.userId), both);
      expect(await countCopied(target, person)).toEqual([2, undefined]);
    },
  );

  it.each(orders)(
    'leaves nothing at a clinic that the patient leaves meanwhile: %s',
    async (_order, inOrder) => {
      const person = await personWith(0);
      await addPatient(own.server, clinic, person, ['view']);
      if (calculated > 0) await recomputed(own.server, person);
      await uploadedReadings(person, [reading(recentHour() - 5 * hour)]);
      const { token } = clinic.admin;
      const path = `${clinic.path}/patients/${person.userId}`;
      const both = inOrder([
        () => recomputed(own.server, person),
        async () => accepted(await api(own.server).delete(path, { token })),
      ]);
      await bothWhileHeld(own, accountRow(person.userId), both);
      await addPatient(own.server, clinic, person, ['note']);
      expect(await findPatient(clinic, person)).not.toHaveProperty('summary');
    },
  );

  it.each(orders)('leaves nothing at a clinic that may not see it any more: %s', async (_order, inOrder) => {
    const person = await personWith(0);
    await addPatient(own.server, clinic, person, ['view', 'note']);
    if (calculated > 0) await recomputed(own.server, person);
    await uploadedReadings(person, [reading(recentHour() - 5 * hour)]);
    const { token } = person;
    const path = `${clinic.path}/patients/${person.userId}/permissions`;
    const both = inOrder([
      () => recomputed(own.server, person),
      async () => accepted(await api(own.server).put(path, { token, body: { note: {} } })),
    ]);
    await bothWhileHeld(own, accountRow(person.userId), both);
    expect(await findPatient(clinic, person)).not.toHaveProperty('summary');
  });

  it.each(orders)('reaches a clinic that may see it from then on: %s', async (_order, inOrder) => {
    const person = await personWith(calculated);
    await addPatient(own.server, clinic, person, ['note']);
    const { token } = person;
    const path = `${clinic.path}/patients/${person.userId}/permissions`;
    const both = inOrder([
      () => recomputed(own.server, person),
      async () => accepted(await api(own.server).put(path, { token, body: { view: {} } })),
    ]);
    await bothWhileHeld(own, accountRow(person.userId), both);
    expect(await countCopied(clinic, person)).toEqual([calculated + 1, undefined]);
  });
});

describe('a clinic without a copy gets', () => {
  const smbg = (time: number) => reading(time, 6, { type: 'smbg' });

  it.each(orders)(
    'sensor and meter statistics that are calculated at the same time: %s',
    async (_order, inOrder) => {
      const person = await personWith(0);
      const upload = (time: number) => uploadedReadings(person, [reading(time), smbg(time)]);
      await upload(recentHour() - hour);
      await addPatient(own.server, clinic, person, ['view']);
      for (const type of ['cgm', 'bgm']) await recomputed(own.server, person, type);
      const token = await newServerToken(own.server);
      accepted(await api(own.server).post(`/v1/patients/${person.userId}/summary`, { token }));
      await upload(recentHour() - 2 * hour);
      const both = inOrder([
        () => recomputed(own.server, person),
        () => recomputed(own.server, person, 'bgm'),
      ]);
      await bothWhileHeld(own, placeOfCopy(clinic.id, person.userId), both);
      expect(await countCopied(clinic, person)).toEqual([3, 2]);
    },
  );

  it.each(orders)(
    'what is calculated and what a server sends at the same time: %s',
    async (_order, inOrder) => {
      const person = await personWith(0);
      await addPatient(own.server, clinic, person, ['view']);
      const told = { bgmStats: statsWith({ '30d': periodWith('bgm', { totalRecords: 7 }) }) };
      const both = inOrder([
        () => recomputed(own.server, person),
        () => tellSummary(own.server, person.userId, told),
      ]);
      await bothWhileHeld(own, placeOfCopy(clinic.id, person.userId), both);
      expect(await countCopied(clinic, person)).toEqual([1, 7]);
    },
  );

  it.each(orders)(
    'what is calculated while a server removes other statistics: %s',
    async (_order, inOrder) => {
      const person = await personWith(0);
      await addPatient(own.server, clinic, person, ['view']);
      const id = 'b'.repeat(24);
      const period = periodWith('bgm', { totalRecords: 7 });
      await tellSummary(own.server, person.userId, { bgmStats: statsWith({ '30d': period }, {}, id) });
      const token = await newServerToken(own.server);
      const both = inOrder([
        () => recomputed(own.server, person),
        async () => accepted(await api(own.server).delete(`/v1/summaries/${id}/clinics`, { token })),
      ]);
      await bothWhileHeld(own, accountRow(person.userId), both);
      expect(await countCopied(clinic, person)).toEqual([1, undefined]);
    },
  );
});
