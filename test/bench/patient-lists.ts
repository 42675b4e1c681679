import type { Account } from './account';
import { startBaseline } from './baseline-process';
import { Client } from './client';
import { patients, type LargeClinic } from './large-clinic';
import type { Result } from './result-table';
import { compare, timed } from './rounds';

const rounds = 15;
const listsPerRound = 10;
const largestRatio = 1.5;
const filter = 'cgm.timeInTargetPercent=%3C%3D0.7&cgm.timeCGMUsePercent=%3E%3D0.7&period=14d';

/** Time of the first page of a large clinic's filtered list, compared with hand-written statements. */
export async function benchPatientLists(
  account: Account,
  databaseUrl: string,
  { id: clinicId }: LargeClinic,
): Promise<Result[]> {
  const baseline = await startBaseline('hand-written-patient-list', databaseUrl);
  const byHand = new Client(baseline.url);
  const results: Result[] = [];
  for (const sort of ['lastData', 'glucoseManagementIndicator']) {
    const path = `/v1/clinics/${clinicId}/patients?limit=50&sort=-${sort}&sortType=cgm&${filter}`;
    await assertSame(account, byHand, path);
    const side = (client: Client) => () =>
      timed(async () => {
        for (let count = 0; count < listsPerRound; count += 1)
          await client.send(path, { headers: account.headers, discard: true });
      });
    const { ratio, ours, theirs } = await compare(rounds, side(account.client), side(byHand));
    const each = (milliseconds: number) => `${(milliseconds / listsPerRound).toFixed(1)} ms`;
    results.push({
      what: `50 of ${patients} patients, filtered, by ${sort} / SQL by hand`,
      goal: `<= ${largestRatio}`,
      measured: ratio.toFixed(2),
      figures: `${each(ours)}, by hand ${each(theirs)}`,
    });
  }
  byHand.close();
  await baseline.close();
  return results;
}

/** Both sides must return the same: the patients in order, and the counts. */
async function assertSame({ client, headers }: Account, byHand: Client, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [client, byHand].map(async (each) => {
      const { text } = await each.send(path, { headers });
      const { data, meta } = JSON.parse(text) as { data: { id: string }[]; meta: object };
      return JSON.stringify([data.map(({ id }) => id), meta]);
    }),
  );
  if (ours !== theirs) throw new Error(`The lists of ${path} differ.`);
}
