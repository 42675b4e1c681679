const { resolve } = require('node:path');
const { register } = require('@swc-node/register/register');

/** Loads the module of the tests that starts their shared server. */
function sharedServer() {
  const unregister = register();
  try {
    return require(resolve('test/support/shared-server.ts'));
  } finally {
    unregister();
  }
}

/** The server that the tests call: one process for many mutants, replaced when one has corrupted it. */
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
    // Errors at its end are ignored, because a mutant may keep it from stopping.
    await this.#shared?.stopSharedServer('sqlite').catch(() => {});
    this.#shared = undefined;
  }
}

module.exports = { KeptServer };
