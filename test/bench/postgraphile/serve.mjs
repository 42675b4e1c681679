import { createServer } from 'node:http';
import process from 'node:process';
import { URL } from 'node:url';
import pg from 'pg';
import { fill } from './fill.mjs';

const { postgraphile } = await import('postgraphile');
const { grafserv } = await import('postgraphile/grafserv/node');
const { makePgService } = await import('postgraphile/adaptors/pg');
const { PostGraphileAmberPreset } = await import('postgraphile/presets/amber');

const name = `glycograph_bench_${process.pid}`;
const url = new URL(process.env.POSTGRES_URL);
url.pathname = name;

/** The only statement that does not exist in both databases. */
async function administer(statement) {
  const client = new pg.Client(process.env.POSTGRES_URL);
  await client.connect();
  await client.query(statement);
  await client.end();
}

await administer(`CREATE DATABASE ${name}`);
process.on('SIGTERM', async () => {
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  process.exit();
});
await fill({ sourceUrl: process.env.SOURCE_URL, url: url.href });

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: url.href, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
