import { newServerToken } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { accepted, newClinic, newClinician, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const hour = 3_600_000;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();
const recently = ago(hour);
const cutoff = ago(24 * hour);

let clinic: TestClinic;
let token: string;
let tag: string;
let other: string;
let tagNumber = 0;

const newTag = async (): Promise<string> => {
  tagNumber += 1;
  const body = { name: `T${tagNumber}` };
  return accepted(await post(`${clinic.path}/patient_tags`, { token, body })).id;
};

beforeAll(async () => {
  clinic = await newClinic(server);
  ({ token } = clinic.admin);
  other = await newTag();
});

// Each test uses patients with a tag of its own.
beforeEach(async () => {
  tag = await newTag();
});

interface Told {
  fullName?: string;
  figures?: Record<string, number>;
  period?: string;
  lastData?: string;
  tags?: string[];
  dataSources?: object[];
}

/** A patient with the test's tag, and recent data by default. */
async function patient({
  fullName = 'A',
  figures = {},
  period = '7d',
  lastData = recently,
  tags = [tag],
  dataSources,
}: Told): Promise<string> {
  const { id } = await newPatient(server, clinic, { fullName, tags });
  const periods = { [period]: periodWith('cgm', figures) };
  await tellSummary(server, id, { cgmStats: statsWith(periods, lastData ? { lastData } : {}) });
  if (dataSources) {
    const serverToken = await newServerToken(server);
    await put(`/v1/patients/${id}/data_sources`, { token: serverToken, body: dataSources });
  }
  return id;
}

const ask = (query: Record<string, string | undefined> = {}, as = token): Promise<Answer> => {
  const asked = { period: '7d', tags: tag, lastDataCutoff: cutoff, excludeNoData: 'true', ...query };
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return get(`${clinic.path}/tide_report?${given.join('&')}`, { token: as });
};

const results = async (query: Record<string, string | undefined> = {}): Promise<Json> =>
  accepted(await ask(query)).results;

const namesIn = (section: Json[]): string[] => section.map((entry) => entry.patient.fullName);

describe('a category', () => {
  it.each([
    ['timeInVeryLowPercent', { timeInVeryLowPercent: 0.01 }, [0.02, 0.011]],
    ['timeInAnyLowPercent', { timeInAnyLowPercent: 0.04 }, [0.5, 0.041]],
    ['dropInTimeInTargetPercent', { timeInTargetPercentDelta: -0.15 }, [-0.3, -0.151]],
    ['timeCGMUsePercent', { timeCGMUsePercent: 0.7 }, [0, 0.699]],
    ['timeInTargetPercent', { timeInTargetPercent: 0.7 }, [0, 0.699]],
    ['timeInExtremeHighPercent', { timeInExtremeHighPercent: 0.0099 }, [0.02, 0.01]],
    ['timeInVeryHighPercent', { timeInVeryHighPercent: 0.05 }, [0.06, 0.051]],
    ['timeInAnyHighPercent', { timeInAnyHighPercent: 0.25 }, [0.9, 0.251]],
  ])('%s has a limit and an order', async (category, limit, [most = 0, least = 0]) => {
    const [figure = ''] = Object.keys(limit);
    await patient({ fullName: 'least', figures: { [figure]: least } });
    await patient({ fullName: 'at the limit', figures: limit });
    await patient({ fullName: 'most', figures: { [figure]: most } });
    await patient({ fullName: 'least, later', figures: { [figure]: least } });
    await patient({ fullName: 'without' });
    await patient({ fullName: 'of another period', figures: { [figure]: most }, period: '30d' });
    const found = await results({ categories: category });
    expect(Object.keys(found)).toEqual([category]);
    expect(namesIn(found[category])).toEqual(['most', 'least', 'least, later']);
  });

  it('meetingTargets contains patients in no other category, the best first', async () => {
    const fine = { timeInTargetPercent: 0.7, timeCGMUsePercent: 0.7 };
    const edge = {
      timeInAnyLowPercent: 0.04,
      timeInVeryLowPercent: 0.01,
      timeInAnyHighPercent: 0.25,
      timeInVeryHighPercent: 0.05,
      timeInExtremeHighPercent: 0.009,
    };
    await patient({ fullName: 'missing', figures: fine });
    await patient({ fullName: 'edge', figures: { ...fine, ...edge, timeInTargetPercent: 0.8 } });
    for (const [figure, value] of Object.entries({
      timeInTargetPercent: 0.69,
      timeCGMUsePercent: 0.69,
      timeInAnyLowPercent: 0.041,
      timeInVeryLowPercent: 0.011,
      timeInAnyHighPercent: 0.251,
      timeInVeryHighPercent: 0.051,
      timeInExtremeHighPercent: 0.01,
    })) {
      await patient({ fullName: figure, figures: { ...fine, ...edge, [figure]: value } });
    }
    await patient({ fullName: 'without use', figures: { timeInTargetPercent: 0.9 } });
    const found = await results({ categories: 'meetingTargets' });
    expect(namesIn(found.meetingTargets)).toEqual(['edge', 'missing']);
  });
});

describe('the report', () => {
  it('puts each patient into the first matching category, in the requested order', async () => {
    await patient({ fullName: 'both', figures: { timeInVeryLowPercent: 0.5, timeCGMUsePercent: 0.1 } });
    await patient({ fullName: 'use', figures: { timeCGMUsePercent: 0.2 } });
    const one = await results({ categories: 'timeInVeryLowPercent,timeCGMUsePercent,timeInVeryLowPercent' });
    expect(Object.entries(one).map(([name, found]) => [name, namesIn(found as Json[])])).toEqual([
      ['timeInVeryLowPercent', ['both']],
      ['timeCGMUsePercent', ['use']],
    ]);
    const two = await results({ categories: 'timeCGMUsePercent,timeInVeryLowPercent' });
    expect(Object.entries(two).map(([name, found]) => [name, namesIn(found as Json[])])).toEqual([
      ['timeCGMUsePercent', ['both', 'use']],
      ['timeInVeryLowPercent', []],
    ]);
  });

  it('has seven categories by default', async () => {
    for (const categories of [undefined, '']) {
      expect(Object.keys(await results({ categories }))).toEqual([
        'timeInVeryLowPercent',
        'timeInAnyLowPercent',
        'timeInVeryHighPercent',
        'timeInAnyHighPercent',
        'dropInTimeInTargetPercent',
        'timeCGMUsePercent',
        'meetingTargets',
      ]);
    }
  });

  it('contains only patients with all tags, and with data since the cutoff', async () => {
    const figures = { timeInVeryLowPercent: 0.5 };
    await patient({ fullName: 'both tags', figures, tags: [other, tag] });
    await patient({ fullName: 'one tag', figures });
    await patient({ fullName: 'at the cutoff', figures, tags: [tag, other], lastData: cutoff });
    await patient({ fullName: 'before', figures, tags: [tag, other], lastData: ago(25 * hour) });
    const tags = `${tag},${other}`;
    const { config, results: found } = accepted(await ask({ tags }));
    expect(config.tags).toEqual([tag, other]);
    expect(namesIn(found.timeInVeryLowPercent)).toEqual(['both tags', 'at the cutoff']);
    const unknown = await results({ tags: `${tag},${'f'.repeat(24)}` });
    expect(unknown.timeInVeryLowPercent).toEqual([]);
  });

  it('ends with the category that reaches a hundred patients', async () => {
    const all: string[] = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const figures = { timeInVeryLowPercent: 0.5 + index / 1000, timeCGMUsePercent: 0.1 };
        return patient({ figures });
      }),
    );
    await patient({ fullName: 'last', figures: { timeCGMUsePercent: 0.2 } });
    const full = await results({ categories: 'timeInVeryLowPercent,timeCGMUsePercent' });
    expect(Object.keys(full)).toEqual(['timeInVeryLowPercent']);
    expect(full.timeInVeryLowPercent.map((entry: Json) => entry.patient.id)).toEqual([...all].reverse());
    const part = await results({ categories: 'timeInAnyLowPercent,timeCGMUsePercent,timeInVeryLowPercent' });
    expect(Object.keys(part)).toEqual(['timeInAnyLowPercent', 'timeCGMUsePercent']);
    expect(part.timeCGMUsePercent).toHaveLength(100);
  });

  it('contains the figures of the summary, and nothing else', async () => {
    const figures = {
      averageGlucoseMmol: 7.5,
      glucoseManagementIndicator: 6.5,
      timeCGMUseMinutes: 0,
      timeCGMUsePercent: 0.1,
      timeInTargetPercentDelta: 0.7,
      timeInLowPercent: 0,
      totalRecords: 5,
    };
    const id = await patient({ fullName: 'Ann', figures, tags: [other, tag] });
    accepted(await put(`${clinic.path}/patients/${id}/reviews`, { token }));
    const { totalRecords: _records, ...shown } = figures;
    const { config, results: found } = accepted(await ask({ categories: 'timeCGMUsePercent' }));
    expect(found.timeCGMUsePercent).toEqual([
      {
        ...shown,
        lastData: recently,
        patient: {
          id,
          fullName: 'Ann',
          tags: [other, tag],
          reviews: [{ clinicianId: clinic.admin.userId, time: expect.any(String) }],
          dataSources: null,
        },
      },
    ]);
    expect(config).toEqual({
      clinicId: clinic.id,
      period: '7d',
      lastDataCutoff: cutoff,
      tags: [tag],
      schemaVersion: 2,
      lowGlucoseThreshold: 3.9,
      veryLowGlucoseThreshold: 3,
      highGlucoseThreshold: 10,
      veryHighGlucoseThreshold: 13.9,
      extremeHighGlucoseThreshold: 19.4,
      filters: {
        timeInVeryLowPercent: '>0.01',
        timeInAnyLowPercent: '>0.04',
        dropInTimeInTargetPercent: '<-0.15',
        timeInTargetPercent: '<0.7',
        timeCGMUsePercent: '<0.7',
      },
    });
  });
});

describe('patients without data', () => {
  const noData = async (query: Record<string, string> = {}) =>
    namesIn((await results({ excludeNoData: undefined, ...query })).noData);

  it('are those without any, or without any since the cutoff and for eight hours', async () => {
    await patient({ fullName: 'old', lastData: ago(48 * hour) });
    await patient({ fullName: 'oldest', lastData: ago(72 * hour) });
    await patient({ fullName: 'recent' });
    await patient({ fullName: 'none', lastData: '' });
    await newPatient(server, clinic, { fullName: 'no summary', tags: [tag] });
    await newPatient(server, clinic, { fullName: 'other tag', tags: [other] });
    expect(await noData()).toEqual(['none', 'no summary', 'oldest', 'old']);
    expect(await noData({ lastDataCutoff: ago(-hour) })).toEqual(['none', 'no summary', 'oldest', 'old']);
    expect(Object.keys(await results({ excludeNoData: 'false' }))).toContain('noData');
    expect(Object.keys(await results())).not.toContain('noData');
  });

  it('include those whose connection is lost', async () => {
    const lastData = ago(9 * hour);
    for (const state of ['pending', 'pendingReconnect', 'disconnected', 'error', 'connected']) {
      await patient({ fullName: state, lastData, dataSources: [{ state, providerName: 'dexcom' }] });
    }
    const lost = [{ providerName: 'dexcom', state: 'error' }];
    await patient({ fullName: 'young', lastData: ago(7 * hour), dataSources: lost });
    await patient({ fullName: 'other', lastData, dataSources: [{ ...lost[0], providerName: 'abbott' }] });
    await patient({
      fullName: 'second',
      lastData,
      dataSources: [{ state: 'connected', providerName: 'dexcom' }, ...lost],
    });
    expect(await noData()).toEqual(['pending', 'pendingReconnect', 'disconnected', 'error', 'second']);
  });

  it('are at most fifty, and may also be in a category', async () => {
    const dataSources = [{ providerName: 'dexcom', state: 'error' }];
    const figures = { timeInVeryLowPercent: 0.5 };
    await patient({ fullName: 'both', figures, lastData: ago(9 * hour), dataSources });
    const found = await results({ excludeNoData: '0' });
    expect(namesIn(found.timeInVeryLowPercent)).toEqual(['both']);
    expect(namesIn(found.noData)).toEqual(['both']);
    expect(found.noData[0].patient.dataSources).toEqual(dataSources);
    await Promise.all(
      Array.from({ length: 50 }, () => newPatient(server, clinic, { fullName: 'none', tags: [tag] })),
    );
    expect(new Set(await noData())).toEqual(new Set(['none']));
    expect(await noData()).toHaveLength(50);
  });
});

describe('the caller', () => {
  it('is a member or a trusted server, for which unknown clinics are empty', async () => {
    const member = await newClinician(server, clinic);
    expect((await ask({}, member.token)).status).toBe(200);
    const prescriber = await newClinician(server, clinic, ['PRESCRIBER']);
    expect((await ask({ period: 'x' }, prescriber.token)).status).toBe(403);
    const serverToken = await newServerToken(server);
    const query = `period=7d&tags=${tag}&lastDataCutoff=${cutoff}&lastData=7`;
    const id = 'f'.repeat(24);
    const { status, body } = await get(`/v1/clinics/${id}/tide_report?${query}`, { token: serverToken });
    expect(status).toBe(200);
    expect(body.config.clinicId).toBe(id);
    expect(body.results).toMatchObject({ timeInVeryLowPercent: [], noData: [] });
    expect((await get(`/v1/clinics/x/tide_report?${query}`, { token: serverToken })).status).toBe(400);
  });

  it.each([
    { period: undefined },
    { period: '2d' },
    { period: '' },
    { tags: undefined },
    { tags: '' },
    { tags: 'x' },
    { tags: 'F'.repeat(24) },
    { tags: `${'f'.repeat(24)},` },
    { lastDataCutoff: undefined },
    { lastDataCutoff: '' },
    { lastDataCutoff: '2024-05-06' },
    { lastDataCutoff: '0001-01-01T00:00:00Z' },
    { categories: 'noData' },
    { categories: 'timeInVeryLowPercent,x' },
    { categories: 'timeInVeryLowPercent,' },
    { excludeNoData: 'yes' },
    { excludeNoData: '' },
  ])('is refused for %j', async (query) => {
    expect((await ask(query)).status).toBe(400);
  });
});
