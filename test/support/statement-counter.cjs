// Preloaded into a server (`--require`): each response says in the header X-Statements how many SQL statements its request
// took so far. Statements are counted where the drivers take them, with their request as the asynchronous context.
const { AsyncLocalStorage } = require('node:async_hooks');
const { Server, ServerResponse } = require('node:http');
const { dirname, join } = require('node:path');
const Sqlite = require('better-sqlite3');
const MysqlConnection = require(join(dirname(require.resolve('mysql2')), 'lib', 'base', 'connection.js'));

const requests = new AsyncLocalStorage();

/** Replaces a method by one that counts its calls. */
const count = (owner, name) => {
  const method = owner[name];
  owner[name] = function (...given) {
    const request = requests.getStore();
    if (request) request.statements += 1;
    return method.apply(this, given);
  };
};

const memory = new Sqlite(':memory:');
const statements = Object.getPrototypeOf(memory.prepare('SELECT 1'));
for (const name of ['all', 'get', 'iterate', 'run']) count(statements, name);
memory.close();

// Both a pool and a connection make every statement here.
count(MysqlConnection, 'createQuery');

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...given) {
  if (event !== 'request') return emit.call(this, event, ...given);
  const request = { statements: 0 };
  given[1].countedRequest = request;
  return requests.run(request, () => emit.call(this, event, ...given));
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  if (this.countedRequest && !this.headersSent)
    this.setHeader('X-Statements', this.countedRequest.statements);
  return writeHead.apply(this, given);
};
