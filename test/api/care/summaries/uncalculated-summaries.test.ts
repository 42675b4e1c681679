import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newLabels, type TestClinic } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { day, reading, recomputed, uploadedReadings } from '../../../support/summaries';

let own: OwnApp;
let clinic: TestClinic;
let tags: Record<string, string>;

beforeAll(async () => {
  // No summary is calculated unless a test asks for it.
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
});
afterAll(() => own.close());

beforeEach(async () => {
  clinic = await newClinic(own.server);
  tags = await newLabels(own.server, clinic, 'patient_tags', ['a']);
});

async function patient(): Promise<Person> {
  const person = await newPerson(own.server);
  await addPatient(own.server, clinic, person, ['view'], { tags: Object.values(tags) });
  return person;
}

const yesterday = (): number => Date.now() - day;

const fields = `statistics(by: CLINIC, type: CGM) { ...Counts }
  byTag: statistics(by: TAG, type: CGM) { ...Counts }
  meters: statistics(type: BGM) { ...Counts }
  statisticsOverTime(count: 1, type: CGM, by: TAG) { patients noData unknown groups { patients noData unknown } }
  never: patients(filter: { lastUpload: { never: true } }) { count }
  neverByMeter: patients(filter: { lastUpload: { type: BGM, never: true } }) { count }`;

async function ask(): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) { ${fields} } }
    fragment Counts on PatientGroupStatistics { patients active inactive noData unknown }`;
  const variables = { id: clinic.id };
  const { data } = accepted(await api(own.server).graph(query, { token: clinic.admin.token, variables }));
  return data.clinic;
}

const nobody = { patients: 1, active: 0, inactive: 0, noData: 0, unknown: 0 };

it('patients whose readings no summary reflects are unknown, not without data', async () => {
  const person = await patient();
  await uploadedReadings(person, [reading(yesterday())]);
  const unknown = { ...nobody, unknown: 1 };
  const overTime = { patients: 1, noData: 0, unknown: 1 };
  expect(await ask()).toEqual({
    ...{ statistics: [unknown], byTag: [unknown] },
    meters: [{ ...nobody, noData: 1 }],
    statisticsOverTime: [{ ...overTime, groups: [overTime] }],
    never: { count: 0 },
    neverByMeter: { count: 1 },
  });

  await recomputed(own.server, person);
  const active = { ...nobody, active: 1 };
  expect(await ask()).toMatchObject({
    ...{ statistics: [active], byTag: [active] },
    statisticsOverTime: [{ unknown: 0, groups: [{ unknown: 0 }] }],
    never: { count: 0 },
  });
});

it('patients without readings have no data, whatever else they upload', async () => {
  await patient();
  const person = await patient();
  const dataSetId = await person.opened();
  await person.uploaded(dataSetId, [{ type: 'food', time: new Date(yesterday()).toISOString() }]);
  await person.closed(dataSetId);
  const without = { ...nobody, patients: 2, noData: 2 };
  expect(await ask()).toMatchObject({
    ...{ statistics: [without], byTag: [without], meters: [without] },
    statisticsOverTime: [{ patients: 2, noData: 2, unknown: 0, groups: [{ noData: 2, unknown: 0 }] }],
    never: { count: 2 },
  });
});

it('patients who have had no data are unknown from their first reading on, until it is calculated', async () => {
  const person = await patient();
  const dataSetId = await uploadedReadings(person, [reading(yesterday())]);
  await recomputed(own.server, person);
  await person.deleted(dataSetId);
  await recomputed(own.server, person);
  expect(await ask()).toMatchObject({
    statistics: [{ noData: 1, unknown: 0 }],
    statisticsOverTime: [{ noData: 1, unknown: 0 }],
  });

  await uploadedReadings(person, [reading(yesterday())]);
  expect(await ask()).toMatchObject({
    statistics: [{ noData: 0, unknown: 1 }],
    statisticsOverTime: [{ noData: 0, unknown: 1 }],
  });
});

it('readings that a legacy uploader is still sending make a patient unknown', async () => {
  const person = await patient();
  await person.uploadedLegacy([
    {
      ...reading(yesterday()),
      ...{ deviceId: 'device', uploadId: 'upload', deviceTime: '2020-01-01T00:00:00' },
    },
  ]);
  expect(await ask()).toMatchObject({
    statistics: [{ noData: 0, unknown: 1 }],
    statisticsOverTime: [{ noData: 0, unknown: 1 }],
  });
});

it('readings too far in the future are no data yet', async () => {
  const person = await patient();
  await uploadedReadings(person, [reading(Date.now() + 30 * day)]);
  expect(await ask()).toMatchObject({
    statistics: [{ noData: 1, unknown: 0 }],
    statisticsOverTime: [{ noData: 1, unknown: 0 }],
  });
});
