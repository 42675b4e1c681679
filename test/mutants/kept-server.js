const { resolve } = require('node:path');
const { register } = require('@swc-node/register/register');

/** Reads the module of the tests that starts the server which they share. */
function sharedServer() {
  const unregister = register();
  try {
    return require(resolve('test/support/shared-server.ts'));
  } finally {
    unregister();
  }
}

/** The server that the tests call: one process for the changes of many, and a new one when one has spoiled it. */
class KeptServer {
  #switches;
  #shared;

  constructor(switches) {
    this.#switches = switches;
  }

  /** Starts it unless it runs. */
  async start() {
    if (this.#shared && this.#switches.servers > 0) return;
    await this.stop();
    this.#shared = sharedServer();
    await this.#shared.startSharedServer('sqlite');
  }

  async stop() {
    // What it has done by then does not matter: it may have run into a change that keeps it from ending.
    await this.#shared?.stopSharedServer('sqlite').catch(() => {});
    this.#shared = undefined;
  }
}

module.exports = { KeptServer };
