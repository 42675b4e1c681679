import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';

/** Delays of an event loop in milliseconds, beyond the interval at which they are sampled. */
export interface Delays {
  p99: number;
  max: number;
}

/** Milliseconds between two samples: the default of `monitorEventLoopDelay`, and of the metrics of the server. */
export const sampleInterval = 10;

/**
 * The delays of a process that does nothing while some work is done: what the machine itself adds. Other processes share
 * its processors.
 */
export async function delaysBeside(work: () => Promise<unknown>): Promise<Delays> {
  const idle = fork(join(__dirname, 'idle-process.js'));
  await once(idle, 'message');
  await work();
  idle.send('end');
  const [delays] = (await once(idle, 'message')) as [Delays];
  idle.disconnect();
  return delays;
}

function serve(): void {
  const histogram = monitorEventLoopDelay({ resolution: sampleInterval });
  histogram.enable();
  process.once('message', () => {
    const inMilliseconds = (nanoseconds: number) => nanoseconds / 1e6 - sampleInterval;
    process.send?.({ p99: inMilliseconds(histogram.percentile(99)), max: inMilliseconds(histogram.max) });
  });
  process.send?.('ready');
}

if (require.main === module) serve();
