import { createServer } from 'node:http';
import { createPool } from 'mysql2';
import { Transform } from 'node:stream';

/**
 * Streams the texts of an account's records from the driver to the socket: `GET /{userId}`. No token, no filter, no
 * consistent snapshot.
 */
const pool = createPool({ uri: process.env.DATABASE_URL, rowsAsArray: true });

const sql = 'SELECT content FROM records WHERE user_id = ? AND active = 1 ORDER BY time, id';

/** Adds commas between the texts, and brackets around them. */
function joined(): Transform {
  let opening = '[';
  return new Transform({
    writableObjectMode: true,
    transform([content]: [string], _encoding, done) {
      done(null, opening + content);
      opening = ',';
    },
    flush(done) {
      done(null, opening === '[' ? '[]' : ']');
    },
  });
}

const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.end();
  pool.getConnection((error, connection) => {
    if (error) return void response.writeHead(500).end(error.message);
    response.setHeader('Content-Type', 'application/json');
    const rows = connection.query(sql, [request.url?.slice(1)]).stream();
    rows.pipe(joined()).pipe(response);
    response.on('close', () => connection.release());
  });
});

server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
