import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey, type Database } from '../database/database';
import type { DoneRequestEntity } from './done-request.entity';
import type { RepeatableRequest, Work } from './repeatable-request';
import { freePlace, knownOf, PlaceTaken, type Known, type RequestTraces } from './request-traces';
import type { AnswerDelivery, Sender } from './sender';

/** A request whose delivery is watched. */
export type WatchedRequest = RepeatableRequest & { sender: Sender & { delivery: AnswerDelivery } };

/** A request whose answer is under way. */
interface UnderWay {
  known: Known;
  delivery: AnswerDelivery;
  /** Where its trace lies, from when on there is one. */
  keyDigest?: string;
  /** Traces whose process has not said for too long what has become of the answer. */
  killed: Set<string>;
  /** Traces of this process that were found when nobody was under way with them any more. */
  left: Set<string>;
  /** Resolves when its own trace says what has become of it. */
  settled: Promise<void>;
}

/** What equal requests mean for one: it repeats one of them, or that shows later. */
type Finding = { repeated: DoneRequestEntity } | { known: Promise<unknown> };

/** Milliseconds. A process that has not said by then what has become of an answer is counted as killed. */
const patience = 2_000;

/** Milliseconds between two looks at what another process is about to answer. */
const interval = 50;

/** Ends a transaction whose work has been done before, as far as is known. */
class DoneBefore extends Error {
  constructor(readonly finding: Finding) {
    super('This was done before.');
  }
}

const textOf = ({ userId, purpose, bodyDigest }: Known): string => `${userId} ${purpose} ${bodyDigest}`;

/**
 * Requests without a key that would do twice what is asked for twice: when the same comes again within ten minutes and
 * the first answer has never left or was lost, it is a repetition. Equal requests whose answers have arrived are different
 * requests: somebody wants both.
 */
export class UnansweredRequests {
  private readonly underWay = new Map<string, Set<UnderWay>>();

  constructor(
    private readonly database: Database,
    private readonly traces: RequestTraces,
  ) {}

  /** Runs `work` in a transaction, or returns what the request has led to before. Throws what `work` throws. */
  async carryOut(request: WatchedRequest, work: Work): Promise<string> {
    const { delivery } = request.sender;
    await delivery.look();
    const known = knownOf(request);
    await this.othersLost(known, delivery);
    const { own, leave } = this.enter(known, delivery);
    try {
      const result = await this.resultOf(own, work);
      void this.follow(own).then(leave);
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Lets those go first whose sender is gone, since this may be their repetition. */
  private async othersLost(known: Known, delivery: AnswerDelivery): Promise<void> {
    const lost = this.equalTo(known).filter((other) => other.delivery !== delivery && other.delivery.isLost);
    await Promise.all(lost.map(({ settled }) => settled));
  }

  private equalTo(known: Known): UnderWay[] {
    return [...(this.underWay.get(textOf(known)) ?? [])];
  }

  private enter(known: Known, delivery: AnswerDelivery): { own: UnderWay; leave: () => void } {
    const text = textOf(known);
    const all = this.underWay.get(text) ?? new Set<UnderWay>();
    let end = () => {};
    const settled = new Promise<void>((resolve) => (end = resolve));
    const own: UnderWay = { known, delivery, killed: new Set(), left: new Set(), settled };
    this.underWay.set(text, all.add(own));
    const leave = () => {
      all.delete(own);
      if (all.size === 0 && this.underWay.get(text) === all) this.underWay.delete(text);
      end();
    };
    return { own, leave };
  }

  private async resultOf(own: UnderWay, work: Work): Promise<string> {
    for (;;) {
      try {
        return await this.attempt(own, work);
      } catch (error) {
        if (error instanceof PlaceTaken) continue;
        const finding = await this.findingBehind(error, own);
        if (!finding) throw error;
        if ('known' in finding) {
          await finding.known;
          continue;
        }
        own.keyDigest = finding.repeated.keyDigest;
        if (await this.traces.takeOver(finding.repeated)) return finding.repeated.result;
        own.keyDigest = undefined;
      }
    }
  }

  private attempt(own: UnderWay, work: Work): Promise<string> {
    return this.database.transaction(async (manager) => {
      const result = await work(manager);
      // Only now: what `work` locks, an earlier request in another process has given back together with its trace.
      const traces = await this.traces.find(manager, own.known);
      const finding = this.findingIn(traces, own);
      if (finding) throw new DoneBefore(finding);
      own.keyDigest = freePlace([...traces, ...this.equalTo(own.known)], own.known);
      await this.traces.add(manager, { ...own.known, keyDigest: own.keyDigest }, result);
      return result;
    });
  }

  /** Why an attempt has failed, as far as that lies in equal requests: one may have taken the id that this one wants. */
  private async findingBehind(error: unknown, own: UnderWay): Promise<Finding | undefined> {
    if (error instanceof DoneBefore) return error.finding;
    if (!isDuplicateKey(error)) return undefined;
    return this.findingIn(await this.traces.find(this.database.reader, own.known), own);
  }

  private findingIn(traces: readonly DoneRequestEntity[], own: UnderWay): Finding | undefined {
    for (const trace of traces) {
      if (trace.standing === 'answered' || !this.traces.isYoung(trace)) continue;
      if (trace.standing === this.traces.own) {
        const other = this.equalTo(own.known).find(({ keyDigest }) => keyDigest === trace.keyDigest);
        if (other && (other.delivery === own.delivery || !other.delivery.isLost)) continue;
        if (other) return { known: other.settled };
        // Who left it has gone since it was read, and so has it, and its place may be another's. What is still there
        // when it is read again was left behind.
        const found = `${trace.keyDigest} ${trace.createdTime} ${trace.result}`;
        if (!own.left.has(found)) {
          own.left.add(found);
          return { known: Promise.resolve() };
        }
      } else if (this.traces.isOfOther(trace) && !own.killed.has(trace.keyDigest)) {
        return { known: this.watch(trace, own) };
      }
      return { repeated: trace };
    }
    return undefined;
  }

  /** Waits for what another process says of a trace; when it says nothing, it counts as killed. */
  private async watch(trace: DoneRequestEntity, { killed }: UnderWay): Promise<void> {
    const end = performance.now() + patience;
    while (performance.now() < end) {
      await pause(interval);
      const present = await this.traces.read(trace);
      if (present?.standing !== trace.standing) return;
    }
    killed.add(trace.keyDigest);
  }

  /** Says in the trace what becomes of the answer. */
  private async follow({ known, keyDigest = '', delivery }: UnderWay): Promise<void> {
    const place = { ...known, keyDigest };
    await delivery.over;
    if (!delivery.isLost) {
      void this.traces.settle(place, 'answered');
      await delivery.known;
    }
    await this.traces.settle(place, delivery.isLost ? 'lost' : 'gone');
  }
}
