import { readFileSync } from 'node:fs';
import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { messenger } from '../../support/messages';
import { newPerson, type Person } from '../../support/person';
import { bolus, food } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { day, hour, reading, readings, recentHour, uploadedReadings } from '../../support/summaries';

const server = serverUnderTest();

/** The example queries for dashboards, by name. */
const queries = new Map(
  [...readFileSync('docs/dashboard-queries.md', 'utf8').matchAll(/```graphql\n(query (\w+)[^]*?)```/g)].map(
    ([, text = '', name = '']) => [name, text],
  ),
);

const iso = (time: number): string => new Date(time).toISOString();
const end = recentHour();

async function ask(name: string, { token, userId }: Person, variables: object = {}): Promise<Json> {
  const { body } = await api(server).graph(queries.get(name) ?? '', {
    token,
    variables: { userId, ...variables },
  });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const nodes = (connection: Json): Json[] => connection.edges.map(({ node }: Json) => node);

/** A person with a day in range (100 mg/dL) after a day of which a quarter was high. */
async function personWithReadings(): Promise<Person> {
  const person = await newPerson(server);
  await uploadedReadings(person, [
    ...readings(end - 2 * day, 288, (index) => (index < 72 ? 12 : 5.55)),
    ...readings(end - day, 288, () => 5.55),
  ]);
  return person;
}

describe('On a dashboard, a person can query', () => {
  it('whose data they may see, and who sees theirs', async () => {
    const [me, friend] = [await newPerson(server), await newPerson(server)];
    await share(server, friend, me, 'view');
    await share(server, me, friend, 'view', 'note');
    const accounts = await ask('Accounts', me);
    expect(nodes(accounts.me.sharesReceived)).toMatchObject([
      { ownerId: friend.userId, permissions: ['VIEW'] },
    ]);
    const viewers = await ask('Viewers', me);
    expect(nodes(viewers.me.sharesGiven)).toMatchObject([
      { memberId: friend.userId, permissions: expect.arrayContaining(['VIEW', 'NOTE']) },
    ]);
    expect(nodes(viewers.me.accessLog).length).toBeGreaterThan(0);
  });

  it('glucose now', async () => {
    const person = await personWithReadings();
    await uploadedReadings(person, [
      reading(end, 10, { trend: 'slowRise', trendRate: 0.1, trendRateUnits: 'mmol/L/minute' }),
    ]);
    const { user } = await ask('LatestGlucose', person);
    expect(user.latestData).toEqual([
      {
        __typename: 'ContinuousGlucose',
        time: iso(end),
        value: expect.closeTo(180, 0),
        trend: 'SLOW_RISE',
        trendRate: expect.closeTo(1.8, 1),
      },
    ]);
  });

  it('readings of the last hours, newest first', async () => {
    const person = await personWithReadings();
    const { user } = await ask('RecentReadings', person, { from: iso(end - 3 * hour) });
    const times = nodes(user.data).map(({ time }) => time as string);
    expect(times).toHaveLength(36);
    expect(times[0]).toBe(iso(end - 5 * 60_000));
    expect(user.data.pageInfo.hasNextPage).toBe(false);
  });

  it('time in range, compared with the days before', async () => {
    const person = await personWithReadings();
    const { user } = await ask('TimeInRange', person, {
      before: iso(end - 2 * day),
      from: iso(end - day),
      to: iso(end),
    });
    expect(user.glucoseStatistics).toMatchObject({
      inTarget: { share: 1 },
      inAnyHigh: { share: 0 },
      mean: expect.closeTo(100, 0),
      wear: 1,
      isSufficient: false,
      lowEpisodes: { count: 0 },
      trend: { inTarget: expect.closeTo(0.25, 5) },
    });
  });

  it('hours and days', async () => {
    const person = await personWithReadings();
    const { user } = await ask('HoursAndDays', person, { from: iso(end - 2 * day), to: iso(end) });
    const { byHour, byDay } = user.glucoseStatistics;
    expect(byHour).toHaveLength(24);
    expect(byHour.filter(({ inAnyHigh }: Json) => inAnyHigh.share > 0)).toHaveLength(6);
    expect(byDay.length).toBeGreaterThanOrEqual(2);
  });

  it('insulin and food, settings of the pump, and notes', async () => {
    const person = await newPerson(server);
    await uploadedReadings(person, [
      bolus({ time: iso(end), normal: 2.5 }),
      food({
        time: iso(end - hour),
        name: 'Porridge',
        nutrition: { carbohydrate: { net: 30, units: 'grams' } },
      }),
    ]);
    const { user } = await ask('InsulinAndFood', person, { from: iso(end - day) });
    expect(nodes(user.data)).toEqual([
      { __typename: 'NormalBolus', time: iso(end), normal: 2.5 },
      {
        __typename: 'Food',
        time: iso(end - hour),
        name: 'Porridge',
        nutrition: { carbohydrate: { net: 30, units: 'GRAMS' } },
      },
    ]);
    expect((await ask('PumpSettings', person)).user.latestData).toEqual([]);
    await messenger(server, person).sent({ messagetext: 'Flu', timestamp: iso(end) });
    const noted = await ask('Notes', person, { from: iso(end - day) });
    expect(nodes(noted.user.notes)).toMatchObject([{ text: 'Flu', replies: { edges: [] } }]);
  });

  it('where the data comes from', async () => {
    const { user } = await ask('Sources', await personWithReadings());
    expect(nodes(user.dataSets)).toMatchObject([{ recordCount: 576 }]);
    expect(nodes(user.dataSources)).toEqual([]);
  });

  it('nothing of somebody who does not share with them', async () => {
    const stranger = await newAccount(server);
    const { userId } = await personWithReadings();
    const { body } = await api(server).graph(queries.get('LatestGlucose') ?? '', {
      token: stranger.token,
      variables: { userId },
    });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(JSON.stringify(body.data)).not.toContain('value');
  });
});
