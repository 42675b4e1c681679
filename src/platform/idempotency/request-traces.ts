import { randomBytes } from 'node:crypto';
import { IsNull, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { DoneRequestEntity } from './done-request.entity';
import { digestJson, sha256Base64Url, type RepeatableRequest } from './repeatable-request';

/** Where the trace of a request is stored. */
export type Place = Pick<DoneRequestEntity, 'userId' | 'purpose' | 'keyDigest'>;

/** The identity of a request before it is carried out. */
export type RequestIdentity = Pick<DoneRequestEntity, 'userId' | 'purpose' | 'bodyDigest'>;

/** `gone`: the response has arrived, and the trace is deleted. */
type Fate = 'lost' | 'answered' | 'gone';

/** The fate of a response, not stored yet. */
interface Settlement {
  place: Place;
  fate: Fate;
  /** Called once it is stored. */
  stored: (() => void)[];
}

/** Milliseconds. Clients repeat at once, or when they are back online. */
const remembered = 10 * 60_000;

/** Milliseconds. The fates of responses within this time are stored together. */
const writeDelay = 100;

/** In milliseconds. */
const pauseAfterFailure = 2_000;

/** Few enough for one statement. */
const changedAtOnce = 200;

/** The purpose of a request without a key. */
export const unanswered = (purpose: string): string => `unanswered ${purpose}`;

/** The identity of a request without a key. */
export async function identifyRequest({
  sender,
  userId,
  purpose,
  body,
}: RepeatableRequest): Promise<RequestIdentity> {
  const bodyDigest = sha256Base64Url(`${sender?.userId ?? ''} ${await digestJson(body())}`);
  return { userId, purpose: unanswered(purpose), bodyDigest };
}

/** A free place for a trace next to those of equal requests. */
export function freePlace(others: readonly Partial<Place>[], { bodyDigest }: RequestIdentity): string {
  const taken = new Set(others.map(({ keyDigest }) => keyDigest));
  let place = bodyDigest;
  for (let count = 2; taken.has(place); count += 1) place = `${bodyDigest} ${count}`;
  return place;
}

/** Another trace took the place a moment ago. */
export class PlaceTaken extends Error {}

/**
 * The traces of requests without a key, in the database that all processes share. A trace is written in the
 * transaction of the request, so a killed process leaves it behind. It expires once the response has been sent.
 */
export class RequestTraces {
  /** Identifies this process. */
  readonly own = randomBytes(8).toString('hex');
  private readonly fates = new Map<string, Settlement>();
  private round: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly database: Database) {}

  /** The traces of equal requests. */
  find(
    manager: EntityManager,
    { userId, purpose, bodyDigest }: RequestIdentity,
  ): Promise<DoneRequestEntity[]> {
    return manager.findBy(DoneRequestEntity, { userId, purpose, bodyDigest });
  }

  /** False when nobody repeats the request any more. */
  isYoung({ createdTime }: Pick<DoneRequestEntity, 'createdTime'>): boolean {
    return createdTime > now() - remembered;
  }

  /** Whether another process is still about to respond, as far as is known. */
  isOfOther({ standing }: DoneRequestEntity): boolean {
    return standing !== null && standing !== 'lost' && standing !== 'answered' && standing !== this.own;
  }

  /** The current state of a trace. */
  read({ userId, purpose, keyDigest }: Place): Promise<DoneRequestEntity | null> {
    return this.database.reader.findOneBy(DoneRequestEntity, { userId, purpose, keyDigest });
  }

  /** Writes a trace. Throws `PlaceTaken` when another process was faster. */
  async add(manager: EntityManager, where: RequestIdentity & Place, result: string): Promise<void> {
    try {
      await manager.insert(DoneRequestEntity, { ...where, result, standing: this.own, createdTime: now() });
    } catch (error) {
      throw isDuplicateKey(error) ? new PlaceTaken() : error;
    }
  }

  /** Takes over an existing trace for this process. Returns false if it has changed in the meantime. */
  takeOver({ standing, ...trace }: DoneRequestEntity): Promise<boolean> {
    const { userId, purpose, keyDigest, createdTime, result } = trace;
    return this.database.transaction(async (manager) => {
      const found = { userId, purpose, keyDigest, createdTime, result, standing: standing ?? IsNull() };
      const { affected } = await manager.update(DoneRequestEntity, found, { standing: this.own });
      return affected === 1;
    });
  }

  /**
   * Stores the fate of a response: soon, or at once if it was lost. The last value for a trace counts. Resolves when
   * it is stored.
   */
  settle({ userId, purpose, keyDigest }: Place, fate: Fate): Promise<void> {
    const text = `${userId} ${purpose} ${keyDigest}`;
    const stored = this.fates.get(text)?.stored ?? [];
    this.fates.set(text, { place: { userId, purpose, keyDigest }, fate, stored });
    if (fate === 'lost') void this.write();
    else this.timer ??= setTimeout(() => void this.write(), writeDelay);
    return new Promise((resolve) => stored.push(resolve));
  }

  /** Stores everything pending. */
  stop(): Promise<void> {
    this.isStopped = true;
    return this.write();
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.round = this.round.then(async () => {
      while (this.fates.size > 0 && (await this.writeSome()));
    });
    return this.round;
  }

  /** Returns false if it cannot be stored; it stays pending. */
  private async writeSome(): Promise<boolean> {
    const some = [...this.fates].slice(0, changedAtOnce);
    for (const [text] of some) this.fates.delete(text);
    try {
      await this.database.transaction(async (manager) => {
        for (const fate of ['gone', 'answered', 'lost'] as const) {
          const places = some.map(([, one]) => one).filter((one) => one.fate === fate);
          if (places.length > 0)
            await store(
              manager,
              places.map(({ place }) => place),
              fate,
            );
        }
      });
    } catch {
      this.takeBack(some);
      return false;
    }
    for (const [, { stored }] of some) for (const resolve of stored) resolve();
    return true;
  }

  private takeBack(some: readonly [string, Settlement][]): void {
    for (const [text, earlier] of some) {
      const later = this.fates.get(text);
      if (later) later.stored.push(...earlier.stored);
      else this.fates.set(text, earlier);
    }
    if (!this.isStopped) this.timer ??= setTimeout(() => void this.write(), pauseAfterFailure);
  }
}

async function store(manager: EntityManager, places: Place[], fate: Fate): Promise<void> {
  const query = manager.createQueryBuilder();
  if (fate === 'gone') await query.delete().from(DoneRequestEntity).where(places).execute();
  else await query.update(DoneRequestEntity).set({ standing: fate }).where(places).execute();
}
