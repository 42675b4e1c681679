import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseUpgrade } from './upgrades';

/** An error of the HTTP parser of Node.js. */
interface ParserError extends NodeJS.ErrnoException {
  /** What the parser found, without a full stop. */
  reason?: string;
}

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers are together larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of the chunks are larger than 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The headers arrived too slowly.'],
};

const explainRefusal = ({
  code = '',
  reason = 'it cannot be parsed',
}: ParserError): readonly [number, string] =>
  refusals[code] ?? [400, `The request is not valid HTTP: ${reason}.`];

/** Answers requests that Node.js cannot read in JSON, as all others: its own answers to them have no body. */
export function refuseUnreadable(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => {
    latest.set(socket, response);
    // An idle connection would keep all that its last request has loaded, through each minor collection.
    response.once('close', () => {
      if (latest.get(socket) === response) latest.delete(socket);
    });
  });
  server.on('clientError', (error: ParserError, socket) => {
    const response = latest.get(socket);
    // A client would take the refusal for a part of an earlier response, or for another one.
    const isFree = !response || response.writableFinished || isAwaitingBody(response, socket);
    if (!socket.writable || !isFree) return void socket.destroy();
    const [status, message] = explainRefusal(error);
    refuseUpgrade(socket, `${status} ${STATUS_CODES[status]}`, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
      body: JSON.stringify({ code: status, message }),
    });
  });
}

/** A response has its connection once those before it have been sent. */
const isAwaitingBody = (response: ServerResponse, socket: Duplex): boolean =>
  response.socket === socket && !response.headersSent && !response.req.complete;
