import { MoreThan, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { digestOf, type RepeatableRequest, type Work } from './repeatable-request';
import { DoneRequestEntity } from './done-request.entity';
import type { Sender } from './sender';

/** A request whose delivery is watched. */
export type WatchedRequest = RepeatableRequest & { sender: Sender & Required<Pick<Sender, 'delivery'>> };

interface UnderWay {
  delivery: WatchedRequest['sender']['delivery'];
  over: Promise<void>;
}

/** Milliseconds. Clients repeat at once, or when they have a connection again. */
const remembered = 10 * 60_000;

/** What a request is for, among those whose answer was lost. */
export const unanswered = (purpose: string): string => `unanswered ${purpose}`;

/** Ends a transaction whose work has been done before. */
class DoneBefore extends Error {
  constructor(readonly request: DoneRequestEntity) {
    super('This was done before.');
  }
}

/**
 * Requests without a name whose sender was gone before the answer: when the same comes again within ten minutes, it is
 * a repetition. Equal requests whose answers were sent are different requests: somebody wants both.
 */
export class UnansweredRequests {
  private readonly underWay = new Map<string, Set<UnderWay>>();

  constructor(private readonly database: Database) {}

  /** Runs `work` in a transaction, or returns what the request has led to before. Throws what `work` throws. */
  async carryOut(request: WatchedRequest, work: Work): Promise<string> {
    const { delivery } = request.sender;
    await delivery.look();
    const leave = await this.enter(request);
    try {
      const { result, isKept } = await this.resultOf(request, work);
      await delivery.look();
      const last = delivery.isLost ? Promise.resolve() : delivery.over;
      void last
        .then(() => (delivery.isLost && !isKept ? this.keep(request, result) : undefined))
        // What could not be kept counts as new when it comes again, as if the loss had not been seen.
        .catch(() => undefined)
        .finally(leave);
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Lets those go first whose sender is gone, since this may be their repetition. */
  private async enter({ sender, userId, purpose }: WatchedRequest): Promise<() => void> {
    const place = `${sender.userId} ${userId} ${purpose}`;
    const all = this.underWay.get(place) ?? new Set<UnderWay>();
    await Promise.all([...all].filter(({ delivery }) => delivery.isLost).map(({ over }) => over));
    let end = () => {};
    const own = { delivery: sender.delivery, over: new Promise<void>((resolve) => (end = resolve)) };
    this.underWay.set(place, all.add(own));
    return () => {
      all.delete(own);
      if (all.size === 0 && this.underWay.get(place) === all) this.underWay.delete(place);
      end();
    };
  }

  private async resultOf(request: WatchedRequest, work: Work): Promise<{ result: string; isKept: boolean }> {
    try {
      return await this.database.transaction(async (manager) => {
        const result = await work(manager);
        // Only now: what `work` locks, an earlier request in another process has given back together with its trace.
        const earlier = await this.find(manager, request);
        if (earlier) throw new DoneBefore(earlier);
        const isKept = request.sender.delivery.isLost;
        if (isKept) await manager.insert(DoneRequestEntity, traceOf(request, result));
        return { result, isKept };
      });
    } catch (error) {
      const earlier = error instanceof DoneBefore ? error.request : await this.findTaken(request, error);
      if (!earlier) throw error;
      await this.database.transaction((manager) => manager.remove(earlier));
      return { result: earlier.result, isKept: false };
    }
  }

  /** What the request has led to before, when its id is taken: the first one may have taken it. */
  private async findTaken(request: WatchedRequest, error: unknown): Promise<DoneRequestEntity | null> {
    return isDuplicateKey(error) ? this.find(this.database.reader, request) : null;
  }

  private async find(manager: EntityManager, request: WatchedRequest): Promise<DoneRequestEntity | null> {
    const { userId, purpose } = request;
    const createdTime = MoreThan(now() - remembered);
    const rows = await manager.findBy(DoneRequestEntity, {
      userId,
      purpose: unanswered(purpose),
      createdTime,
    });
    // Nearly always there are none, and then nothing needs a digest.
    if (rows.length === 0) return null;
    const { keyDigest } = traceOf(request, '');
    return rows.find((row) => row.keyDigest === keyDigest) ?? null;
  }

  private async keep(request: WatchedRequest, result: string): Promise<void> {
    await this.database.transaction((manager) => manager.save(DoneRequestEntity, traceOf(request, result)));
  }
}

function traceOf({ sender, userId, purpose, body }: WatchedRequest, result: string): DoneRequestEntity {
  const bodyDigest = digestOf(JSON.stringify(body()));
  return Object.assign(new DoneRequestEntity(), {
    userId,
    purpose: unanswered(purpose),
    keyDigest: digestOf(`${sender.userId} ${bodyDigest}`),
    bodyDigest,
    result,
    createdTime: now(),
  });
}
