import { startServer } from '../support/server-process';
import { Account } from './account';
import { copyToOthers } from './copied-records';
import { processorTimePerCall } from './processor-time';
import type { Result } from './result-table';
import { timed } from './rounds';
import { recentReadings } from './sensor-records';

const day = 86_400_000;
const fiveMinutes = 300_000;
const days = 90;
const people = 26;
const calls = 40;
/** Milliseconds of processor for a profile. */
const longest = 10;
const largestRatio = 1.2;

/** Processor time of profiles of 90 days: of one person, and of many in one query. */
export async function benchProfiles(databaseUrl: string): Promise<Result[]> {
  // The query for many people costs more than one operation may.
  const server = await startServer({ DATABASE_URL: databaseUrl, GRAPH_MAX_COST: '100000000' });
  const account = await Account.open(server, 'bench-profiles');
  const to = Math.floor(Date.now() / fiveMinutes) * fiveMinutes;
  await account.upload(await account.createDataSet(), recentReadings(to - days * day, to));
  const others: Account[] = [];
  for (let number = 1; number < people; number += 1)
    others.push(await Account.open(server, `bench-profiles-${number}`));
  const userIds = [account, ...others].map(({ userId }) => userId);
  await copyToOthers(databaseUrl, account.userId, userIds.slice(1));
  const { headers: serverHeaders } = await account.client.send('/auth/serverlogin', {
    method: 'POST',
    headers: { 'x-tidepool-server-name': 'bench', 'x-tidepool-server-secret': server.serverSecret },
  });
  const headers = { 'x-tidepool-session-token': String(serverHeaders['x-tidepool-session-token']) };
  for (const userId of userIds)
    await account.client.send(`/v1/summaries/cgm/${userId}`, { method: 'POST', headers });
  const ask = (some: readonly string[]) => async () => {
    const { text } = await account.client.send('/graphql', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: profilesOf(some) }),
    });
    const { data } = JSON.parse(text) as { data: Record<string, { glucoseProfile: { records: number } }> };
    const records = Object.values(data).map(({ glucoseProfile }) => glucoseProfile.records);
    // Not quite all: the first of the days is partly before the first reading.
    if (records.length !== some.length || Math.min(...records) < (days - 1) * (day / fiveMinutes))
      throw new Error(`A profile has not all readings: ${records.join(', ')}`);
  };
  const measure = async (some: readonly string[], count: number) => {
    // What runs for the first time is compiled, which takes longer than the work itself.
    for (let call = 0; call < 2 * count; call += 1) await ask(some)();
    const wall = await timed(async () => {
      for (let round = 0; round < 5; round += 1) await ask(some)();
    });
    return { wall: wall / 5, processor: await processorTimePerCall(server.pid() ?? 0, count, ask(some)) };
  };
  const one = await measure(userIds.slice(0, 1), calls);
  const many = await measure(userIds, calls / 4);
  account.close();
  for (const other of others) other.close();
  await server.close();
  const each = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return [
    {
      what: `processor time of a profile of ${days} days`,
      goal: `<= ${longest} ms`,
      measured: each(one.processor),
      figures: `${each(one.wall)} until the answer`,
    },
    {
      what: `processor time of the profiles of ${people} people in one query / of ${people} queries`,
      goal: `<= ${largestRatio}`,
      measured: (many.processor / (people * one.processor)).toFixed(2),
      figures: `${each(many.processor)}; ${each(many.wall)} until the answer`,
    },
  ];
}

const profilesOf = (userIds: readonly string[]): string =>
  `{ ${userIds
    .map(
      (id, index) => `p${index}: user(id: "${id}") { glucoseProfile(days: ${days}) {
      timezone days records use isSufficient bins { minuteOfDay records percentiles } daily { date records average inTarget } } }`,
    )
    .join(' ')} }`;
