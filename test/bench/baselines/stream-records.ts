import { createServer, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { openBareDatabase } from '../bare-database';

/**
 * Streams the texts of an account's records from the driver to the socket: `GET /{userId}`. No token, no filter, no
 * consistent snapshot.
 */
const database = openBareDatabase(process.env.DATABASE_URL ?? '');

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

async function answer(userId: string, response: ServerResponse): Promise<void> {
  const texts = await database.stream(sql, [userId]);
  response.setHeader('Content-Type', 'application/json');
  texts.pipe(joined()).pipe(response);
}

const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.end();
  answer(request.url?.slice(1) ?? '', response).catch((error: unknown) => response.destroy(error as Error));
});

server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
