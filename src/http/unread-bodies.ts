import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors';

/** A sender must keep up with this on average, in bytes a second, or has to come again on a better line. */
const slowest = 4 * 1024;

/** So many bytes of a body are taken off a connection after its request was answered. */
const mostDrained = 128 * 1024 * 1024;

/** Answers a request with an error. */
type Refuse = (error: ApiError, request: Request, response: Response) => void;

/**
 * Keeps bodies from holding connections: what nobody has read when the answer is out is taken off the connection, so
 * that the next request on it is reached, and whoever sends too slowly is answered 408 and cut off.
 *
 * @param patience milliseconds after which the pace of a sender is looked at, again and again
 */
export const tendBodies =
  (patience: number, refuse: Refuse): RequestHandler =>
  (request, response, next) => {
    if (
      request.headers['transfer-encoding'] !== undefined ||
      request.headers['content-length'] !== undefined
    ) {
      response.once('finish', () => drain(request));
      watchPace(request, response, patience, refuse);
    }
    next();
  };

/** A reader who stops in the middle leaves the rest of the body where the next request should be. */
function drain(request: Request): void {
  if (request.readableEnded || request.destroyed) return;
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > mostDrained) request.destroy();
  });
  request.resume();
}

function watchPace(request: Request, response: Response, patience: number, refuse: Refuse): void {
  const { socket } = request;
  const fewest = (slowest * patience) / 1000;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    // As long as we have not read what has come, the sender has to wait.
    const waitsForUs = request.readableLength >= request.readableHighWaterMark;
    if (request.complete) clearInterval(timer);
    else if (!waitsForUs && came < fewest) cutOff();
  }, patience);
  timer.unref();
  const cutOff = () => {
    clearInterval(timer);
    if (response.headersSent) return void request.destroy();
    response.setHeader('Connection', 'close');
    refuse(new ApiError('REQUEST_TIMEOUT', 'The body of the request came too slowly.'), request, response);
  };
  request.once('close', () => clearInterval(timer));
}
