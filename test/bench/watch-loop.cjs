/**
 * Loaded into a server by `--require`: measures for how long its event loop is held up, in processor time of the main
 * thread, which other processes of the machine do not lengthen. On SIGUSR2, writes the figures since the last time to the
 * file named in `LOOP_WATCH_FILE`.
 */
const { setInterval } = require('node:timers');
const { renameSync, writeFileSync } = require('node:fs');
const { createHistogram } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

/** Milliseconds. */
const interval = 5;

/** Microseconds. */
const processorTime = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

function watch(file) {
  const histogram = createHistogram();
  let last = processorTime();
  let begun = last;
  setInterval(() => {
    const time = processorTime();
    histogram.record(Math.max(1, Math.round(time - last)));
    last = time;
  }, interval).unref();
  process.on('SIGUSR2', () => {
    const total = (last - begun) / 1000;
    const figures = { p99: histogram.percentile(99) / 1000, max: histogram.max / 1000, total };
    writeFileSync(`${file}.new`, JSON.stringify(figures));
    renameSync(`${file}.new`, file);
    histogram.reset();
    begun = last;
  });
}

if (isMainThread && process.env.LOOP_WATCH_FILE) watch(process.env.LOOP_WATCH_FILE);
