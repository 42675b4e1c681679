import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { addPatient, newClinic, newClinician } from '../../../support/clinics';
import { newPerson, type Person } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import {
  day,
  getSummary,
  hour,
  minute,
  reading,
  readings,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';

const server = serverUnderTest();

const config = {
  schemaVersion: 6,
  lowGlucoseThreshold: 3.9,
  veryLowGlucoseThreshold: 3,
  highGlucoseThreshold: 10,
  veryHighGlucoseThreshold: 13.9,
};

const range = (records: number, minutes: number, percent: number, rest = { glucose: 0, variance: 0 }) => ({
  records,
  minutes,
  percent,
  ...rest,
});

/** The ranges and figures of a period without readings. */
const rangeNames = [
  'inVeryLow',
  'inLow',
  'inTarget',
  'inHigh',
  'inVeryHigh',
  'inExtremeHigh',
  'inAnyLow',
  'inAnyHigh',
];
const noRanges = Object.fromEntries(rangeNames.map((name) => [name, range(0, 0, 0)]));

/** A person without data, who is both caller and patient. */
let me: Person;
beforeAll(async () => {
  me = await newPerson(server);
});

describe('the summary of a sensor', () => {
  it('has ranges, figures and differences from the preceding period', async () => {
    const person = await newPerson(server);
    const newest = recentHour();
    const oldest = newest - 2 * day;
    await uploadedReadings(person, [
      reading(newest, 5),
      reading(newest + 5 * minute, 11),
      reading(newest - hour, 2.9),
      reading(oldest, 20),
    ]);
    const { id, dates, periods, ...rest } = await recomputed(server, person);
    expect(rest).toEqual({ type: 'cgm', userId: person.userId, config });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(dates).toEqual({
      lastUpdatedDate: expect.any(String),
      lastUpdatedReason: ['DATA_ADDED'],
      firstData: new Date(oldest).toISOString(),
      lastData: new Date(newest + 5 * minute).toISOString(),
      lastUploadDate: expect.any(String),
      outdatedReason: [],
    });
    expect(Object.keys(periods)).toEqual(['1d', '7d', '14d', '30d']);

    const average = 18.9 / 3;
    const variance = 5 * ((5 - average) ** 2 + (11 - average) ** 2 + (2.9 - average) ** 2);
    const deviation = Math.sqrt(variance / 15);
    const { delta, ...day1 } = periods['1d'];
    expect(day1).toEqual({
      ...noRanges,
      total: range(3, 15, 15 / 1440, {
        glucose: expect.closeTo(94.5, 9) as number,
        variance: expect.closeTo(variance, 9) as number,
      }),
      inVeryLow: range(1, 5, 1 / 3),
      inAnyLow: range(1, 5, 1 / 3),
      inTarget: range(1, 5, 1 / 3),
      inHigh: range(1, 5, 1 / 3),
      inAnyHigh: range(1, 5, 1 / 3),
      min: 2.9,
      max: 11,
      hoursWithData: 2,
      daysWithData: 1,
      averageGlucoseMmol: expect.closeTo(average, 9),
      glucoseManagementIndicator: 6,
      standardDeviation: expect.closeTo(deviation, 9),
      coefficientOfVariation: expect.closeTo(deviation / average, 9),
      averageDailyRecords: 3,
    });
    // Nothing in the day before, so the difference is the value itself.
    expect(delta.total).toEqual({ records: 3, minutes: 15, percent: 15 / 1440 });
    expect(delta).toMatchObject({ min: 2.9, max: 11, hoursWithData: 2, glucoseManagementIndicator: 6 });
    expect(periods['7d']).toMatchObject({
      total: { records: 4, percent: 20 / (7 * 1440) },
      inVeryHigh: range(1, 5, 0.25),
      inExtremeHigh: range(1, 5, 0.25),
      daysWithData: 2,
      hoursWithData: 3,
      averageDailyRecords: 4 / 7,
    });
    expect((await getSummary(server, person)).body).toEqual({ id, dates, periods, ...rest });
  });

  it('compares each period with the preceding one', async () => {
    const person = await newPerson(server);
    const newest = recentHour();
    // One reading in each window: days 1, 2, 3-7, 8-14, 15-28, 29-30, 31-60.
    const ages = [0, 24, 6 * 24, 10 * 24, 20 * 24, 29 * 24, 45 * 24];
    await uploadedReadings(
      person,
      ages.map((age, index) => reading(newest - age * hour, 4 + index)),
    );
    const { periods } = await recomputed(server, person);
    const counts = ['1d', '7d', '14d', '30d'].map((name) => [
      periods[name].total.records,
      periods[name].delta.total.records,
    ]);
    expect(counts).toEqual([
      [1, 0],
      [3, 2],
      [4, 3],
      [6, 5],
    ]);
    expect(periods['1d'].delta).toMatchObject({ min: -1, max: -1, averageGlucoseMmol: -1 });
  });

  it('excludes records that are too old, too far ahead, hidden or of another kind', async () => {
    const person = await newPerson(server);
    const newest = recentHour();
    await uploadedReadings(person, [
      reading(newest, 5),
      reading(newest - 60 * day, 6),
      reading(newest - 60 * day + minute, 7),
      reading(Date.now() + 2 * day, 8),
      reading(newest, 9, { type: 'smbg' }),
    ]);
    const open = await person.opened({});
    await person.uploaded(open, readings(newest + 10 * minute, 2));
    const { dates, periods } = await recomputed(server, person);
    expect(dates).toMatchObject({
      firstData: new Date(newest - 60 * day + minute).toISOString(),
      lastData: new Date(newest).toISOString(),
    });
    expect(periods['30d'].total.records).toBe(1);
    expect(periods['30d'].delta.total.records).toBe(1);
  });

  it('covers the last days with data, up to two years ago', async () => {
    const person = await newPerson(server);
    const longAgo = recentHour() - 600 * day;
    await uploadedReadings(person, [reading(longAgo, 5), reading(recentHour() - 800 * day, 6)]);
    const { dates, periods } = await recomputed(server, person);
    expect(dates.lastData).toBe(new Date(longAgo).toISOString());
    expect(periods['1d'].total.records).toBe(1);
    const other = await newPerson(server);
    await uploadedReadings(other, [reading(recentHour() - 800 * day, 6)]);
    expect((await getSummary(server, other)).status).toBe(404);
    expect(await recomputed(server, other)).toBeNull();
  });
});

describe('the summary of a meter', () => {
  it('counts readings, which have no duration', async () => {
    const person = await newPerson(server);
    const newest = recentHour();
    const smbg = (time: number, value: number) => reading(time, value, { type: 'smbg' });
    await uploadedReadings(person, [smbg(newest, 3), smbg(newest + 1_000, 5), smbg(newest - 2 * day, 13)]);
    const { type, periods } = await recomputed(server, person, 'bgm');
    expect(type).toBe('bgm');
    expect(periods['7d']).toMatchObject({
      total: { records: 3, minutes: 0, percent: 0, glucose: 21, variance: expect.closeTo(56, 9) },
      inLow: { records: 1, minutes: 0, percent: expect.closeTo(1 / 3, 12) },
      averageGlucoseMmol: 7,
      glucoseManagementIndicator: 0,
      standardDeviation: expect.closeTo(Math.sqrt(56 / 3), 9),
    });
    expect(await recomputed(server, person, 'cgm')).toBeNull();
  });
});

describe('the summary of continuous uploads', () => {
  it('distinguishes records that arrived within a day from later ones', async () => {
    const person = await newPerson(server);
    const newest = recentHour();
    await uploadedReadings(person, [
      reading(newest, 5),
      reading(newest + 1, 5),
      reading(newest, 6, { type: 'smbg' }),
      reading(newest - 3 * day, 5),
    ]);
    const normal = await person.opened({});
    await person.uploaded(
      normal,
      [newest + hour / 2, newest - 3 * day + 1].flatMap((from) => readings(from, 3)),
    );
    await person.closed(normal);
    const summary = await recomputed(server, person, 'con');
    const { periods } = summary;
    const none = { glucose: 0, variance: 0, minutes: 0 };
    expect(periods['7d']).toEqual({
      realtime: { ...none, records: 3, percent: 0.75 },
      deferred: { ...none, records: 1, percent: 0.25 },
      total: { ...none, records: 4, percent: 0 },
      averageDailyRecords: 4 / 7,
    });
    expect(periods['1d'].deferred).toEqual({ ...none, records: 0, percent: 0 });
    expect(await recomputed(server, person, 'continuous')).toMatchObject({ type: 'con', id: summary.id });
  });
});

describe('the caller', () => {
  const path = (type: string, userId = me.userId) => `/v1/summaries/${type}/${userId}`;

  it('gets 404 as long as there is no data, and null after a calculation', async () => {
    expect((await getSummary(server, me)).status).toBe(404);
    const { status, text } = await api(server).post(path('cgm'), { token: me.token });
    expect({ status, text }).toEqual({ status: 200, text: 'null' });
  });

  it('must give a valid type and account', async () => {
    for (const method of ['GET', 'POST']) {
      for (const address of [path('dgm'), path('CGM'), path('cgm', 'nobody'), path('cgm', 'ABCDEF0123')]) {
        const { status, body } = await api(server).call(method, address, { token: me.token });
        expect({ address, status, code: body.code }).toEqual({ address, status: 400, code: 400 });
        expect(body.reason).toBe(body.message);
      }
    }
  });

  it('must log in before anything else', async () => {
    for (const address of [
      path('cgm'),
      path('dgm'),
      path('cgm', 'nobody'),
      path('outdated'),
      path('migratable', 'cgm'),
    ])
      for (const token of [undefined, 'nonsense'])
        expect([address, (await api(server).get(address, { token })).status]).toEqual([address, 401]);
  });

  it('may view the account', async () => {
    const person = await newPerson(server);
    await uploadedReadings(person, [reading(recentHour())]);
    const [viewer, uploader] = [await newAccount(server), await newAccount(server)];
    await share(server, person, viewer, 'view');
    await share(server, person, uploader, 'upload');
    const tokens = [person.token, viewer.token, await newServerToken(server), uploader.token, undefined];
    for (const method of ['GET', 'POST']) {
      const statuses: number[] = [];
      for (const token of tokens)
        statuses.push((await api(server).call(method, path('cgm', person.userId), { token })).status);
      expect(statuses).toEqual([200, 200, 200, 403, 401]);
    }
  });
});

describe('a clinic', () => {
  it('sees and recalculates what its patients permit', async () => {
    const clinic = await newClinic(server);
    const member = await newClinician(server, clinic);
    const statuses: number[][] = [];
    for (const permission of ['view', 'upload']) {
      const person = await newPerson(server);
      await uploadedReadings(person, [reading(recentHour())]);
      await addPatient(server, clinic, person, [permission]);
      const path = `/v1/summaries/cgm/${person.userId}`;
      const { get, post } = api(server);
      const answers = [await get(path, { token: member.token }), await post(path, { token: member.token })];
      statuses.push(answers.map(({ status }) => status));
    }
    expect(statuses).toEqual([
      [200, 200],
      [403, 403],
    ]);
  });
});

describe('the graph', () => {
  it('recalculates for permitted callers, and lists outdated summaries for trusted servers', async () => {
    const person = await newPerson(server);
    await uploadedReadings(person, [reading(recentHour(), 6)]);
    const { graph } = api(server);
    const mutation = `mutation ($input: RecomputeSummaryInput!) { recomputeSummary(input: $input) {
      summary { type ... on GlucoseSummary { periods { averageGlucose } } } } }`;
    const variables = { input: { userId: person.userId, type: 'CGM' } };
    const { body } = await graph(mutation, { token: person.token, variables });
    expect(body.data.recomputeSummary.summary).toMatchObject({
      type: 'CGM',
      periods: [{ averageGlucose: 6 }, {}, {}, {}],
    });
    const none = { input: { userId: person.userId, type: 'BGM' } };
    expect(
      (await graph(mutation, { token: person.token, variables: none })).body.data.recomputeSummary,
    ).toEqual({
      summary: null,
    });
    const stranger = await graph(mutation, { token: me.token, variables });
    expect(stranger.body.errors[0].extensions.code).toBe('FORBIDDEN');
    const lists =
      '{ outdatedSummaries(type: CON, first: 1000) { userIds start end } migratableSummaries(type: CON) }';
    const asServer = await graph(lists, { token: await newServerToken(server) });
    expect(asServer.body.errors).toBeUndefined();
    expect((await graph(lists, { token: me.token })).body.errors[0].extensions.code).toBe('FORBIDDEN');
    const beyond = '{ outdatedSummaries(type: CON, first: 1001) { userIds } }';
    const refused = await graph(beyond, { token: await newServerToken(server) });
    expect(refused.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('has summaries with typed periods in the requested units', async () => {
    const person = await newPerson(server);
    await uploadedReadings(person, [reading(recentHour(), 180, { units: 'mg/dL' })]);
    await recomputed(server, person);
    const query = `query ($id: ID!) { user(id: $id) { cgm: summary(type: CGM) { id type ... on GlucoseSummary {
      periods { length max(units: MG_DL) averageGlucose(units: MG_DL) mmol: averageGlucose inTarget { records } delta { min } } } }
      con: summary(type: CON) { dates { outdatedReason } } bgm: summary(type: BGM) { id } } }`;
    const variables = { id: person.userId };
    const { body } = await api(server).graph(query, { token: person.token, variables });
    const { cgm, con, bgm } = body.data.user;
    expect(cgm.periods.map(({ length }: Json) => length)).toEqual(['DAYS_1', 'DAYS_7', 'DAYS_14', 'DAYS_30']);
    expect(cgm.periods[0]).toMatchObject({
      max: 180,
      averageGlucose: expect.closeTo(180, 3),
      mmol: 9.99135,
      inTarget: { records: 1 },
      delta: { min: null },
    });
    expect({ type: cgm.type, con, bgm }).toEqual({
      type: 'CGM',
      con: { dates: { outdatedReason: ['DATA_ADDED'] } },
      bgm: null,
    });
  });
});
