import type { RunningServer } from '../support/server-process';
import { Account } from './account';
import { openBareDatabase, type BareDatabase } from './bare-database';
import type { Result } from './result-table';
import { processorTimePerCall } from './processor-time';
import { compare, timed } from './rounds';
import { recentReadings } from './sensor-records';

const day = 86_400_000;
const fiveMinutes = 300_000;
const days = 90;
const rounds = 25;
const largestRatio = 1;
/** Milliseconds. */
const longest = 50;
const calls = 40;

const query = `query ($id: ID!, $from: DateTime!, $to: DateTime!) { user(id: $id) { glucoseStatistics(from: $from, to: $to) {
  records mean standardDeviation coefficientOfVariation glucoseManagementIndicator glycemiaRiskIndex wear
  inVeryLow { share } inLow { share } inTarget { share } inHigh { share } inVeryHigh { share } inTightRange { share }
  lowEpisodes { count } highEpisodes { count } byHour { hour mean } byDay { date mean inTarget { share } } } } }`;

/**
 * How long statistics of 90 days take beside reading their times, durations and values from the records, with a statement
 * by hand, for a mean alone.
 */
export async function benchStatistics(server: RunningServer, databaseUrl: string): Promise<Result> {
  const account = await Account.open(server, 'bench-statistics');
  const to = Math.floor(Date.now() / fiveMinutes) * fiveMinutes;
  const from = to - days * day;
  const dataSet = await account.createDataSet();
  await account.upload(dataSet, recentReadings(from, to));
  const { client, headers, userId } = account;
  await client.send(`/v1/summaries/cgm/${userId}`, { method: 'POST', headers });
  const database = openBareDatabase(databaseUrl);
  const variables = { id: userId, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const call = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  };
  const statistics = async () => {
    const { text } = await client.send('/graphql', call);
    return JSON.parse(text) as { data: { user: { glucoseStatistics: { records: number; mean: number } } } };
  };
  const { records, mean } = (await statistics()).data.user.glucoseStatistics;
  const byHand = await meanByHand(database, userId, from, to);
  if (records !== byHand.records || Math.abs(mean - byHand.mean) > 1e-9)
    throw new Error(`The statistics differ: ${records} ${mean}, by hand ${byHand.records} ${byHand.mean}.`);
  const { ratio, ours, theirs } = await compare(
    rounds,
    () => timed(statistics),
    () => timed(() => meanByHand(database, userId, from, to)),
  );
  const processor = await processorTimePerCall(server.pid() ?? 0, calls, statistics);
  await database.close();
  account.close();
  const each = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return {
    what: `statistics of ${days} days / reading their values by hand`,
    goal: `<= ${largestRatio}`,
    measured: ratio.toFixed(2),
    figures: `${each(ours)} (goal ${longest} ms on an idle machine), ${each(processor)} of processor; by hand ${each(theirs)}`,
  };
}

async function meanByHand(database: BareDatabase, userId: string, from: number, to: number) {
  const rows = await database.rows(
    `SELECT time, sample_interval, JSON_EXTRACT(content, '$.value') AS value FROM records
     WHERE user_id = ? AND active = 1 AND type = 'cbg' AND time >= ? AND time < ? ORDER BY time`,
    [userId, from, to],
  );
  let [sum, minutes] = [0, 0];
  for (const { sample_interval: interval, value } of rows) {
    sum += Number(value) * (Number(interval) / 60_000);
    minutes += Number(interval) / 60_000;
  }
  return { records: rows.length, mean: sum / minutes };
}
