import { deepStrictEqual } from 'node:assert';
import type { Account } from './account';
import { startBaseline } from './baseline-process';
import { Client } from './client';
import { patients, type LargeClinic } from './large-clinic';
import type { Result } from './result-table';
import { compare, timed } from './rounds';

const rounds = 15;
const reportsPerRound = 10;
const largestRatio = 1.5;

/** Half of the patients have later data. */
const cutoff = new Date(1_700_500_000_000).toISOString();

/** Time of a report on a quarter of a large clinic, compared with hand-written statements. */
export async function benchTideReport(
  { client, headers }: Account,
  databaseUrl: string,
  { id, tags: [tag] }: LargeClinic,
): Promise<Result> {
  const baseline = await startBaseline('hand-written-tide-report', databaseUrl);
  const byHand = new Client(baseline.url);
  const path = `/v1/clinics/${id}/tide_report?period=14d&tags=${tag}&lastDataCutoff=${cutoff}`;
  const readReport = async (each: Client): Promise<unknown> =>
    JSON.parse((await each.send(path, { headers })).text);
  deepStrictEqual(await readReport(client), await readReport(byHand), 'The reports differ.');
  const side = (each: Client) => () =>
    timed(async () => {
      for (let count = 0; count < reportsPerRound; count += 1)
        await each.send(path, { headers, discard: true });
    });
  const { ratio, ours, theirs } = await compare(rounds, side(client), side(byHand));
  byHand.close();
  await baseline.close();
  const one = (milliseconds: number) => `${(milliseconds / reportsPerRound).toFixed(1)} ms`;
  return {
    what: `TIDE report on a quarter of ${patients} patients / SQL by hand`,
    goal: `<= ${largestRatio}`,
    measured: ratio.toFixed(2),
    figures: `${one(ours)}, by hand ${one(theirs)}`,
  };
}
