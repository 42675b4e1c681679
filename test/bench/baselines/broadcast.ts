import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/** Broadcasts the body of each request to all connections unchanged: no account, no rule, no query. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    response.end();
    if (text !== '') for (const socket of sockets.clients) socket.send(text);
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });

server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
