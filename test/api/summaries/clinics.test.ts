import { api, type Json } from '../../support/api';
import { accepted, addPatient, newClinic, type TestClinic } from '../../support/clinics';
import { newPerson, type Person } from '../../support/person';
import { serverUnderTest } from '../../support/server';
import {
  day,
  minute,
  reading,
  readings,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../support/summaries';

const server = serverUnderTest();

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

const patient = async ({ path, admin }: TestClinic, { userId }: Person): Promise<Json> =>
  accepted(await api(server).get(`${path}/patients/${userId}`, { token: admin.token }));

it('clinics of a patient get the statistics with each calculation, and lose them with the last record', async () => {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, ['view']);
  const newest = recentHour();
  const smbg = reading(newest, 6, { type: 'smbg' });
  const dataSetId = await uploadedReadings(person, [...readings(newest - 30 * 60 * minute, 340), smbg]);
  const [cgm] = [await recomputed(server, person), await recomputed(server, person, 'bgm')];
  const { cgmStats, bgmStats } = (await patient(clinic, person)).summary;
  expect(cgmStats).toMatchObject({
    id: cgm.id,
    config: cgm.config,
    dates: {
      lastUpdatedDate: cgm.dates.lastUpdatedDate,
      lastUpdatedReason: ['DATA_ADDED'],
      firstData: cgm.dates.firstData,
      lastData: cgm.dates.lastData,
      lastUploadDate: cgm.dates.lastUploadDate,
      hasFirstData: true,
      hasLastData: true,
      hasLastUploadDate: true,
      hasOutdatedSince: false,
    },
  });
  const { periods } = cgm;
  expect(cgmStats.periods['7d']).toMatchObject({
    hasTimeInTargetPercent: true,
    timeInTargetPercent: 1,
    timeInTargetMinutes: periods['7d'].inTarget.minutes,
    timeCGMUsePercent: periods['7d'].total.percent,
    totalRecords: 340,
    totalRecordsDelta: 340,
    averageGlucoseMmol: periods['7d'].averageGlucoseMmol,
    hasGlucoseManagementIndicator: false,
    max: periods['7d'].max,
  });
  expect(cgmStats.periods['7d']).not.toHaveProperty('timeInTargetPercentDelta');
  expect(bgmStats.periods['1d']).toMatchObject({ totalRecords: 1, timeInTargetPercent: 1, min: 6 });

  const query = `?cgm.timeInTargetPercent=${encodeURIComponent('>=0.5')}&period=7d`;
  const list = accepted(
    await api(server).get(`${clinic.path}/patients${query}`, { token: clinic.admin.token }),
  );
  expect(list.data.map(({ id }: Json) => id)).toContain(person.userId);

  await person.deleted(dataSetId);
  await recomputed(server, person);
  expect((await patient(clinic, person)).summary).not.toHaveProperty('cgmStats');
  await recomputed(server, person, 'bgm');
  expect(await patient(clinic, person)).not.toHaveProperty('summary');
});

it('a clinic gets the statistics that there are when somebody becomes its patient', async () => {
  const person = await newPerson(server);
  await uploadedReadings(person, [reading(recentHour() - day, 7)]);
  const { id } = await recomputed(server, person);
  await addPatient(server, clinic, person, ['view']);
  expect((await patient(clinic, person)).summary.cgmStats.id).toBe(id);
});

it('what is uploaded continuously is not told to clinics', async () => {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, ['view']);
  await uploadedReadings(person, [reading(recentHour())]);
  await recomputed(server, person, 'con');
  expect(await patient(clinic, person)).not.toHaveProperty('summary');
});
