import type { Request, RequestHandler, Response } from 'express';
import { sharesOfPool } from '../database/shares-of-pool';
import { callerGone } from '../errors';
import type { FairTurns, TurnLimits } from '../workload/fair-turns';

/**
 * How many requests run, and how many wait for their turn.
 *
 * At most as many run as there may be transactions, because further ones would only wait for a connection in the middle of their
 * work; with small pools reads do not wait for transactions. Fewer are enough unless many wait: requests that run
 * together share statements, but delay each other. Few begin in one turn of the event loop, because an upload takes several
 * turns, which would otherwise be as long as all reads that are ready.
 */
export function turnLimits(poolSize: number): TurnLimits {
  const atOnce = Math.max(16, sharesOfPool(poolSize).transactions);
  const atOnceWhileFewWait = Math.ceil(atOnce * 0.6);
  return { atOnce, atOnceWhileFewWait, perLoopTurn: 4, waitingOfOne: 5_000, waiting: 20_000 };
}

/** How requests are told apart and let in. */
interface Admission {
  turns: FairTurns;
  /** Headers with the token of a caller. Callers without one are told apart by their address. */
  tokenHeaders: readonly string[];
  /**
   * Milliseconds after which a request no longer counts. It then mostly waits for others: a slow sender or reader, or a
   * backend.
   */
  longestTurn?: number;
}

const endTurn = (turn: Turn): void => turn.end();

/** The time for which a request counts as running. */
class Turn {
  private readonly timer: NodeJS.Timeout;
  private isOver = false;

  constructor(
    private readonly turns: FairTurns,
    response: Response,
    longestTurn: number,
  ) {
    this.timer = setTimeout(endTurn, longestTurn, this).unref();
    response.once('close', () => this.end());
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.turns.leave();
  }
}

/**
 * Lets some requests run at once, while the others wait before they begin. A busy process would otherwise work on all of
 * them at once: a request of many steps, such as an upload, would wait for all others before each step. Callers take turns,
 * so that one with many requests does not delay the others.
 */
export const admitInTurn =
  ({ turns, tokenHeaders, longestTurn = 50 }: Admission): RequestHandler =>
  (request, response, next) => {
    const begin = () => {
      new Turn(turns, response, longestTurn);
      next();
    };
    if (turns.enterAtOnce()) return begin();
    const leaving = new AbortController();
    const leave = () => leaving.abort(callerGone());
    response.once('close', leave);
    const beginLater = () => {
      response.off('close', leave);
      begin();
    };
    turns.enter(readCallerKey(request, tokenHeaders), leaving.signal).then(beginLater, (error: unknown) => {
      if (!response.closed) next(error);
    });
  };

function readCallerKey(request: Request, tokenHeaders: readonly string[]): string {
  for (const header of tokenHeaders) {
    const token = request.get(header);
    if (token !== undefined) return token;
  }
  return request.ip ?? '';
}
