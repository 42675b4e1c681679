import type { Account } from './account';
import { startBaseline } from './baseline-process';
import { Client } from './client';
import type { Result } from './result-table';
import { compare, timed } from './rounds';

const rounds = 9;
const requestsPerRound = 600;
const largestRatio = 1.15;

/** Time of small reads through the graph, compared with hand-written handlers. */
export async function benchSmallReads(account: Account, databaseUrl: string): Promise<Result[]> {
  const profile = `/metadata/${account.userId}/profile`;
  const body = JSON.stringify({ fullName: 'Ann Example', patient: { birthday: '2001-01-01' } });
  await account.client.send(profile, { method: 'PUT', headers: account.headers, body });

  const baseline = await startBaseline('hand-written-reads', databaseUrl);
  const byHand = new Client(baseline.url);
  const results: Result[] = [];
  for (const { path, shown } of [
    { path: '/auth/user', shown: 'GET /auth/user' },
    { path: profile, shown: 'GET /metadata/{id}/profile' },
  ]) {
    for (const atOnce of [1, 10]) {
      const side = (client: Client) => () => timed(() => readOften(client, path, account.headers, atOnce));
      const { ratio, ours, theirs } = await compare(rounds, side(account.client), side(byHand));
      const rate = (milliseconds: number) => Math.round((requestsPerRound / milliseconds) * 1000);
      results.push({
        what: `${shown}, ${atOnce} at once / Express handler by hand`,
        goal: `<= ${largestRatio}`,
        measured: ratio.toFixed(2),
        figures: `${rate(ours)}/s, by hand ${rate(theirs)}/s`,
      });
    }
  }
  byHand.close();
  await baseline.close();
  return results;
}

async function readOften(
  client: Client,
  path: string,
  headers: Account['headers'],
  atOnce: number,
): Promise<void> {
  let left = requestsPerRound;
  const worker = async () => {
    while (left-- > 0) await client.send(path, { headers });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
