const { once } = require('node:events');
const { mkdtempSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

/** Tests replace the clock. */
const { clearTimeout, setTimeout } = globalThis;

/** When a server that does not answer counts as one that never will, in milliseconds. */
const patience = 20_000;

/** Adds up how often each change was reached, by test. */
function add(sum, { static: atStart = {}, perTest = {} } = {}) {
  const counts = [[sum.static, atStart]];
  for (const [test, reached] of Object.entries(perTest)) counts.push([(sum.perTest[test] ??= {}), reached]);
  for (const [to, from] of counts)
    for (const [mutant, count] of Object.entries(from)) to[mutant] = (to[mutant] ?? 0) + count;
}

/** Switches changes of the code on and off, in this process and in the servers that it starts (`switch.js`). */
class Switches {
  #folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  #state = (globalThis.__stryker__ ??= {});
  #sockets = new Set();
  #waiting = new Map();
  #orders = 0;
  #server = createServer((socket) => this.#accept(socket));

  /** Waits for servers; those that are started from now on find it by the environment. */
  async open() {
    const address = join(this.#folder, 'socket');
    this.#server.listen(address);
    await once(this.#server, 'listening');
    process.env.MUTANTS_SOCKET = address;
  }

  /** How many servers are there. */
  get servers() {
    return this.#sockets.size;
  }

  /** Switches one change on, or none with `null`. A loop that it makes ends after `hitLimit` rounds. */
  activate(activeMutant, hitLimit = null) {
    return this.#set({ activeMutant, hitCount: hitLimit === null ? null : 0, hitLimit });
  }

  /** Says on whose account it goes what is reached from now on. */
  attribute(test) {
    return this.#set({ currentTestId: test });
  }

  /** What was reached by now, here and in the servers. */
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

  /** Gives all servers an order, and returns their answers. One that does not answer is cut off, which ends it. */
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
      socket.write(`${JSON.stringify({ order: number, ...order })}\n`);
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
