const { once } = require('node:events');
const { mkdtempSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { toLine } = require('./line');

/** Not affected by tests that replace the clock. */
const { clearTimeout, setTimeout } = globalThis;

/** Milliseconds after which a server counts as unresponsive. */
const patience = 20_000;

/** Adds up coverage counts by test. */
function add(sum, { static: atStart = {}, perTest = {} } = {}) {
  const counts = [[sum.static, atStart]];
  for (const [test, reached] of Object.entries(perTest)) counts.push([(sum.perTest[test] ??= {}), reached]);
  for (const [to, from] of counts)
    for (const [mutant, count] of Object.entries(from)) to[mutant] = (to[mutant] ?? 0) + count;
}

/** Switches mutants on and off in this process and in the servers it starts (`switch.js`). */
class Switches {
  #folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  #state = (globalThis.__stryker__ ??= {});
  #sockets = new Set();
  #waiting = new Map();
  #orders = 0;
  #server = createServer((socket) => this.#accept(socket));

  /** Accepts connections from servers; those started from now on find it through the environment. */
  async open() {
    const address = join(this.#folder, 'socket');
    this.#server.listen(address);
    await once(this.#server, 'listening');
    process.env.MUTANTS_SOCKET = address;
  }

  /** Number of connected servers. */
  get servers() {
    return this.#sockets.size;
  }

  /** Activates a mutant, or none with `null`. An infinite loop ends after `hitLimit` rounds. */
  activate(activeMutant, hitLimit = null) {
    return this.#set({ activeMutant, hitCount: hitLimit === null ? null : 0, hitLimit });
  }

  /** Sets the test to which coverage is attributed from now on. */
  attribute(test) {
    return this.#set({ currentTestId: test });
  }

  /** Coverage so far, here and in the servers. */
  async coverage() {
    const sum = { static: {}, perTest: {} };
    add(sum, this.#state.mutantCoverage);
    for (const coverage of await this.#tell({ takesCoverage: true })) add(sum, coverage);
    return sum;
  }

  close() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #set(values) {
    for (const [name, value] of Object.entries(values)) this.#state[name] = value ?? undefined;
    await this.#tell({ set: values });
  }

  /**
   * Sends a command to all servers, and returns their responses. An unresponsive server is disconnected, which ends it.
   */
  async #tell(order) {
    return Promise.all([...this.#sockets].map((socket) => this.#ask(socket, order)));
  }

  #ask(socket, order) {
    const number = ++this.#orders;
    return new Promise((resolve) => {
      const limit = setTimeout(() => socket.destroy(), patience);
      this.#waiting.set(number, {
        socket,
        answer: (coverage) => {
          clearTimeout(limit);
          this.#waiting.delete(number);
          resolve(coverage);
        },
      });
      socket.write(toLine({ order: number, ...order }));
    });
  }

  #accept(socket) {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const waiting of [...this.#waiting.values()]) if (waiting.socket === socket) waiting.answer();
    });
    createInterface(socket).on('line', (line) => {
      const { order, coverage } = JSON.parse(line);
      this.#waiting.get(order)?.answer(coverage);
    });
  }
}

module.exports = { Switches };
