import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors';

/** Minimum average rate of a sender, in bytes a second. */
const slowest = 4 * 1024;

/** How many bytes of a body are drained from a connection after the response. */
const mostDrained = 128 * 1024 * 1024;

/** Answers a request with an error. */
type Refuse = (error: ApiError, request: Request, response: Response) => void;

/**
 * Keeps bodies from blocking connections: unread bytes are drained after the response, so that the next request on
 * the connection can be read, and slow senders get 408 and are cut off.
 *
 * @param checkInterval milliseconds after which the rate of a sender is checked, repeatedly
 */
export const tendBodies =
  (checkInterval: number, refuse: Refuse): RequestHandler =>
  (request, response, next) => {
    if (
      request.headers['transfer-encoding'] !== undefined ||
      request.headers['content-length'] !== undefined
    ) {
      response.once('finish', () => drain(request));
      watchPace(request, response, checkInterval, refuse);
    }
    next();
  };

/** A reader that stops early leaves the rest of the body where the next request should be. */
function drain(request: Request): void {
  if (request.readableEnded || request.destroyed) return;
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > mostDrained) request.destroy();
  });
  request.resume();
}

function watchPace(request: Request, response: Response, checkInterval: number, refuse: Refuse): void {
  const { socket } = request;
  const fewest = (slowest * checkInterval) / 1000;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    // While we have not read what has arrived, the sender has to wait.
    const waitsForUs = request.readableLength >= request.readableHighWaterMark;
    if (request.complete) clearInterval(timer);
    else if (!waitsForUs && came < fewest) cutOff();
  }, checkInterval);
  timer.unref();
  const cutOff = () => {
    clearInterval(timer);
    if (response.headersSent) return void request.destroy();
    response.setHeader('Connection', 'close');
    refuse(new ApiError('REQUEST_TIMEOUT', 'The request body arrived too slowly.'), request, response);
  };
  request.once('close', () => clearInterval(timer));
}
