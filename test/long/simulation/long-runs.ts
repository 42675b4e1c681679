import { simulate } from '../../simulation/simulation';
import { stages } from '../../simulation/stages';
import { Tally } from '../../simulation/tally';
import { withStage } from '../../simulation/with-stage';

/** Runs in each file. */
const runs = 250;

/**
 * Declares a file's share of the runs on one stage. Files run at the same time.
 *
 * @param first seed of the first run; other runs than those of `test/simulation`
 */
export function describeLongRuns(name: string, first: number): void {
  const [found] = stages.filter((stage) => stage[0] === name);
  if (!found) return void it.skip(`${name} is not installed`, () => {});
  const [, on, processes] = found;
  describe(`people on ${name}, with all faults`, () => {
    const stage = withStage(on, processes);
    const tally = new Tally();
    /** At once: Jest shows nothing of a file until its end, which is hours away. */
    const report = (line: string) => void process.stdout.write(`On ${name}: ${line}\n`);

    it.each(Array.from({ length: runs }, (_, index) => first + index))('run %i', async (seed) => {
      try {
        await simulate(seed, stage(), tally);
        report(`run ${seed} passed`);
      } catch (error) {
        report(`run ${seed} failed: ${error instanceof Error ? error.message : String(error)}`);
        throw error;
      }
    });

    afterAll(() => report(tally.toString()));
  });
}
