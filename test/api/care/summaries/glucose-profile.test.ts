import { api } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { day, hour, minute, reading, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

const query = `query ($id: ID!, $days: Int!, $timezone: String) { user(id: $id) { glucoseProfile(days: $days, timezone: $timezone) {
  timezone days firstDate lastDate records use isSufficient
  bins { minuteOfDay records percentiles(units: MMOL_L) }
  daily { date records minutes average standardDeviation min(units: MG_DL) max inVeryLow inLow inTarget inHigh inVeryHigh }
} } }`;

/** Noon of a recent day in July, when Vienna is two hours ahead of UTC. */
const noon = ((): number => {
  const now = new Date();
  const year = now.getUTCMonth() > 7 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  return Date.UTC(year, 6, 15, 12);
})();
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

it('distributes readings over the day of a time zone, with statistics for each day', async () => {
  const person = await newPerson(server);
  const at = (daysAgo: number, value: number, shift = 0) =>
    reading(noon - daysAgo * day + shift, value, { timezone: 'Europe/Vienna' });
  await uploadedReadings(person, [
    ...[4, 5, 6, 8].map((value, daysAgo) => at(daysAgo, value)),
    at(0, 2, -5 * minute),
    // After midnight in Vienna, before midnight in UTC.
    at(1, 16, 11 * hour),
    // The fifth day back is not requested.
    at(4, 20),
  ]);
  const ask = async (variables: object) =>
    accepted(
      await api(server).graph(query, { token: person.token, variables: { id: person.userId, ...variables } }),
    ).data.user.glucoseProfile;
  const { bins, daily, ...rest } = await ask({ days: 4 });
  expect(rest).toEqual({
    timezone: 'Europe/Vienna',
    days: 4,
    firstDate: dateOf(noon - 3 * day),
    lastDate: dateOf(noon),
    records: 6,
    use: 30 / (4 * 1440),
    isSufficient: false,
  });
  expect(bins).toHaveLength(96);
  const full = bins.filter(({ records }: { records: number }) => records > 0);
  const expected = [4.15, 4.75, 5.5, 6.5, 7.7].map((value) => expect.closeTo(value, 9) as number);
  expect(full).toEqual([
    { minuteOfDay: 60, records: 1, percentiles: [16, 16, 16, 16, 16] },
    { minuteOfDay: 13 * 60 + 45, records: 1, percentiles: [2, 2, 2, 2, 2] },
    { minuteOfDay: 14 * 60, records: 4, percentiles: expected },
  ]);
  expect(bins[0]).toEqual({ minuteOfDay: 0, records: 0, percentiles: null });
  expect(daily.map(({ date, records }: { date: string; records: number }) => [date, records])).toEqual([
    [dateOf(noon - 3 * day), 1],
    [dateOf(noon - 2 * day), 1],
    [dateOf(noon - day), 1],
    [dateOf(noon), 3],
  ]);
  expect(daily[3]).toEqual({
    date: dateOf(noon),
    records: 3,
    minutes: 15,
    average: expect.closeTo(22 / 3, 9),
    standardDeviation: expect.closeTo(Math.sqrt((4 ** 2 + 2 ** 2 + 16 ** 2) / 3 - (22 / 3) ** 2), 9),
    min: 36,
    max: 16,
    inVeryLow: 1 / 3,
    inLow: 0,
    inTarget: 1 / 3,
    inHigh: 0,
    inVeryHigh: 1 / 3,
  });
  expect((await ask({ days: 4, timezone: 'UTC' })).daily.at(-1).records).toBe(2);
});

describe('the image', () => {
  it('shows the same', async () => {
    const person = await newPerson(server);
    const readings = Array.from({ length: 3 * 288 }, (_, index) =>
      reading(noon - index * 5 * minute, 6 + 3 * Math.sin(index / 40), { timezone: 'Europe/Vienna' }),
    );
    await uploadedReadings(person, readings);
    const path = `/v1/users/${person.userId}/glucose_profile`;
    const { status, text, headers } = await api(server).get(`${path}?days=2&bgUnits=mg/dL`, {
      token: person.token,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
    expect(text).toContain(`${dateOf(noon - day)} to ${dateOf(noon)}, Europe/Vienna`);
    expect(text.match(/<path /g)).toHaveLength(3);
    for (const limit of ['54', '70', '180', '250']) expect(text).toContain(`>${limit}</text>`);
    const inMmol = await api(server).get(path, { token: person.token });
    expect(inMmol.text).toContain('>3.9</text>');
  });

  it('is empty without readings, and refuses invalid requests', async () => {
    const person = await newPerson(server);
    const path = `/v1/users/${person.userId}/glucose_profile`;
    const get = (address: string) => api(server).get(address, { token: person.token });
    expect((await get(path)).text).toContain('No sensor readings');
    const questions = ['days=0', 'days=91', 'days=x', 'timezone=Mars', 'timezone=', 'bgUnits=mg', 'width=3'];
    for (const wrong of questions) {
      const { status, body } = await get(`${path}?${wrong}`);
      expect({ wrong, status, reason: body.reason }).toEqual({ wrong, status: 400, reason: body.message });
    }
    expect((await get('/v1/users/nobody/glucose_profile')).status).toBe(400);
  });
});
