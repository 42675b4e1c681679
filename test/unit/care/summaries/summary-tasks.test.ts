import { setImmediate as turn } from 'node:timers/promises';
import { summaryTasks } from '../../../../src/care/summaries/summary-tasks';
import type { SummaryService } from '../../../../src/care/summaries/summary.service';
import type { RunningTask } from '../../../../src/platform/tasks/task-handler';

/** Runs the task once with this many waiting accounts, and returns its calls to the service. */
async function runWith(accounts: number, isBroken: (userId: string) => boolean = () => false) {
  const waiting = Array.from({ length: accounts }, (_, index) => ({ userId: `${index}`, since: index }));
  const sizes: number[] = [];
  let [atOnce, mostAtOnce, begun] = [0, 0, 0];
  const summaries: Pick<SummaryService, 'outdated' | 'recompute'> = {
    outdated(_type, size) {
      sizes.push(size);
      return Promise.resolve(waiting.splice(0, size));
    },
    async recompute({ userId }) {
      begun += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await turn();
      atOnce -= 1;
      if (isBroken(userId)) throw new Error('out of order');
      return null;
    },
  };
  const [handler] = summaryTasks('test', summaries as SummaryService);
  const outcome = await handler?.run({ data: null } as RunningTask, new AbortController().signal);
  return { sizes, mostAtOnce, begun, outcome };
}

describe('a run', () => {
  it.each([
    ['nothing to do', 0, [250], 0],
    ['few accounts', 7, [250], 7],
    ['one batch and one more', 251, [250, 250], 10],
    ['more than it takes', 800, [250, 250, 250], 10],
  ])('with %s calculates ten at once', async (_name, accounts, sizes, mostAtOnce) => {
    const begun = Math.min(accounts, 750);
    expect(await runWith(accounts)).toMatchObject({
      sizes,
      mostAtOnce,
      begun,
      outcome: { state: 'pending' },
    });
  });

  it('ends with the batch in which an error occurred, and is repeated', async () => {
    expect(await runWith(800, (userId) => userId === '3')).toMatchObject({
      ...{ sizes: [250], begun: 250 },
      outcome: { state: 'pending', error: { detail: '1 failed: out of order' } },
    });
  });
});
