import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { delete: remove, get, put } = api(server);

describe('the list of patients', () => {
  it.each([
    ['ΟΔΥΣΣΕΑΣ', ['ΟΔΥΣ', 'οδυσσεας', 'οδυσσεασ', 'υΣσ']],
    ['Weiß Straße', ['WEISS', 'weiß s', 'STRASSE', 'ẞ']],
    ['İpek Ilgın', ['İPEK', 'ILGIN', 'gın']],
    ['Дмитрий 𐐀', ['ДМИТ', '𐐨']],
  ])('finds %s with Unicode case folding', async (fullName, searches) => {
    const own = await newClinic(server);
    await newPatient(server, own, { fullName });
    const found = async (search: string): Promise<number> => {
      const query = new URLSearchParams({ search }).toString();
      return accepted(await get(`${own.path}/patients?${query}`, { token: own.admin.token })).meta.count;
    };
    for (const search of searches) expect([search, await found(search)]).toEqual([search, 1]);
  });

  it('is paged in order of creation if everything else is equal', async () => {
    const own = await newClinic(server);
    const created: string[] = [];
    for (let count = 0; count < 7; count += 1) created.push((await newPatient(server, own)).id);
    for (const sort of [
      'fullName',
      'birthDate',
      'lastReviewed',
      'lastData',
      'max',
      'averageDailyRecordsDelta',
    ]) {
      for (const direction of ['%2B', '-']) {
        const pages = await Promise.all(
          [0, 3, 6].map((offset) =>
            get(`${own.path}/patients?limit=3&offset=${offset}&sort=${direction}${sort}&sortType=bgm`, {
              token: own.admin.token,
            }),
          ),
        );
        const ids = pages.flatMap(({ body }) => body.data.map(({ id }: Json) => id));
        expect([sort, direction, ids]).toEqual([sort, direction, created]);
      }
    }
  });

  it('has summaries without a value, or without the whole period, between those with a value and no summary', async () => {
    const own = await newClinic(server);
    const summaries = {
      none: {},
      otherType: { bgmStats: statsWith({ '14d': periodWith('bgm', { averageGlucoseMmol: 9 }) }) },
      otherPeriod: { cgmStats: statsWith({ '30d': periodWith('cgm', { averageGlucoseMmol: 9 }) }) },
      noPeriod: { cgmStats: statsWith({}) },
      noValue: { cgmStats: statsWith({ '14d': periodWith('cgm', {}) }) },
      value: { cgmStats: statsWith({ '14d': periodWith('cgm', { averageGlucoseMmol: 7 }) }) },
    };
    for (const [fullName, summary] of Object.entries(summaries))
      await tellSummary(server, (await newPatient(server, own, { fullName })).id, summary);
    for (const sort of ['-averageGlucoseMmol', '%2BaverageGlucoseMmol']) {
      const path = `${own.path}/patients?sort=${sort}&sortType=cgm`;
      const { data } = accepted(await get(path, { token: own.admin.token }));
      const names = data.map(({ fullName }: Json) => fullName);
      expect(names).toEqual(['value', 'otherPeriod', 'noPeriod', 'noValue', 'none', 'otherType']);
    }
  });

  it('is filtered by the last review to the millisecond', async () => {
    const own = await newClinic(server);
    const { token } = own.admin;
    const { id } = await newPatient(server, own);
    await newPatient(server, own);
    const path = `${own.path}/patients/${id}/reviews`;
    accepted(await put(path, { token }));
    const [newest] = accepted(await put(path, { token }));
    const until = async (time: string): Promise<string[]> =>
      accepted(await get(`${own.path}/patients?lastReviewed=${time}`, { token })).data.map(
        (each: Json) => each.id,
      );
    expect(await until(newest.time)).toEqual([id]);
    expect(await until(new Date(Date.parse(newest.time) - 1).toISOString())).toEqual([]);
    const [older] = accepted(await remove(path, { token }));
    expect(await until(older.time)).toEqual([id]);
  });

  it('has ten items by default, and a thousand on request', async () => {
    const own = await newClinic(server);
    for (let count = 0; count < 11; count += 1) await newPatient(server, own);
    const shown = async (query: string): Promise<[number, number]> => {
      const { data, meta } = accepted(await get(`${own.path}/patients?${query}`, { token: own.admin.token }));
      return [data.length, meta.count];
    };
    expect(await shown('')).toEqual([10, 11]);
    expect(await shown('limit=1000')).toEqual([11, 11]);
    expect(await shown('limit=999999999999999&offset=10')).toEqual([1, 11]);
    expect(await shown('offset=999999999999999')).toEqual([0, 11]);
    for (const huge of ['9007199254740993', '9'.repeat(40)]) {
      expect(await shown(`limit=${huge}&offset=10`)).toEqual([1, 11]);
      expect(await shown(`offset=${huge}&limit=${huge}`)).toEqual([0, 11]);
    }
  });
});
