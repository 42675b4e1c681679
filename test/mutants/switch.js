/**
 * Loaded by a server before its own code, while changes of that code are tried: switches them on and off as the process
 * says that runs the tests (`switches.js`), and tells it which of them were reached. Ends with that process.
 *
 * `__stryker__` is what Stryker's instrumented code reads and writes.
 */
const { createConnection } = require('node:net');
const { createInterface } = require('node:readline');
const { isMainThread } = require('node:worker_threads');
const { toLine } = require('./line');

function listen(address) {
  const state = (globalThis.__stryker__ ??= {});
  const socket = createConnection(address);
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(1));
  // A server that was told to stop is not reused.
  socket.unref();
  createInterface(socket).on('line', (line) => {
    const { order, set, takesCoverage } = JSON.parse(line);
    // JSON has no `undefined`, which the instrumented code expects.
    for (const [name, value] of Object.entries(set ?? {})) state[name] = value ?? undefined;
    const coverage = takesCoverage ? state.mutantCoverage : undefined;
    socket.write(toLine({ order, coverage }));
  });
}

if (isMainThread) listen(process.env.MUTANTS_SOCKET);
