import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey, type Database } from '../database/database';
import type { DoneRequestEntity } from './done-request.entity';
import type { RepeatableRequest, Work } from './repeatable-request';
import {
  freePlace,
  identifyRequest,
  PlaceTaken,
  type RequestIdentity,
  type RequestTraces,
} from './request-traces';
import type { AnswerDelivery, Sender } from './sender';

/** A request whose delivery is tracked. */
export type WatchedRequest = RepeatableRequest & { sender: Sender & { delivery: AnswerDelivery } };

/** A request whose response is pending. */
interface UnderWay {
  known: RequestIdentity;
  delivery: AnswerDelivery;
  /** Where its trace is stored, once there is one. */
  keyDigest?: string;
  /** Traces whose process has not reported the fate of the response for too long. */
  killed: Set<string>;
  /** Traces of this process whose request is no longer pending. */
  left: Set<string>;
  /** Resolves when its own trace records its fate. */
  settled: Promise<void>;
}

/** What equal requests mean for a request: it repeats one of them, or that is decided later. */
type Finding = { repeated: DoneRequestEntity } | { known: Promise<unknown> };

/** Milliseconds. A process that has not reported the fate of a response by then counts as killed. */
const timeout = 2_000;

/** Milliseconds between two checks of another process's pending response. */
const interval = 50;

/** Ends a transaction whose work was already done, as far as is known. */
class DoneBefore extends Error {
  constructor(readonly finding: Finding) {
    super('This was already done.');
  }
}

const requestKey = ({ userId, purpose, bodyDigest }: RequestIdentity): string =>
  `${userId} ${purpose} ${bodyDigest}`;

/**
 * Requests without a key whose repetition would duplicate their effect. If an equal request arrives within ten
 * minutes, and the first response was not sent or was lost, it is a repetition. If the response arrived, it is a
 * separate request: both are intended.
 */
export class UnansweredRequests {
  private readonly underWay = new Map<string, Set<UnderWay>>();

  constructor(
    private readonly database: Database,
    private readonly traces: RequestTraces,
  ) {}

  /** Runs `work` in a transaction, or returns the earlier result of the request. Throws errors of `work`. */
  async carryOut(request: WatchedRequest, work: Work): Promise<string> {
    const { delivery } = request.sender;
    await delivery.look();
    const known = await identifyRequest(request);
    await this.othersLost(known, delivery);
    const { own, leave } = this.enter(known, delivery);
    try {
      const result = await this.runOnce(own, work);
      void this.follow(own).then(leave);
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Waits for requests whose sender has disconnected, because this may be their repetition. */
  private async othersLost(known: RequestIdentity, delivery: AnswerDelivery): Promise<void> {
    const lost = this.equalTo(known).filter((other) => other.delivery !== delivery && other.delivery.isLost);
    await Promise.all(lost.map(({ settled }) => settled));
  }

  private equalTo(known: RequestIdentity): UnderWay[] {
    return [...(this.underWay.get(requestKey(known)) ?? [])];
  }

  private enter(known: RequestIdentity, delivery: AnswerDelivery): { own: UnderWay; leave: () => void } {
    const text = requestKey(known);
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

  private async runOnce(own: UnderWay, work: Work): Promise<string> {
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
      // Not earlier: an earlier request in another process releases the locks that `work` needs together with its
      // trace.
      const traces = await this.traces.find(manager, own.known);
      const finding = this.findingIn(traces, own);
      if (finding) throw new DoneBefore(finding);
      own.keyDigest = freePlace([...traces, ...this.equalTo(own.known)], own.known);
      await this.traces.add(manager, { ...own.known, keyDigest: own.keyDigest }, result);
      return result;
    });
  }

  /** Explains a failed attempt by equal requests: one may have taken the id that this one wants. */
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
        // Its owner, and the trace itself, may be gone since it was read, and another trace may have taken its
        // place. What is still there on the second read was left behind.
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

  /** Waits for another process to report the fate of a trace; if it does not, it counts as killed. */
  private async watch(trace: DoneRequestEntity, { killed }: UnderWay): Promise<void> {
    const end = performance.now() + timeout;
    while (performance.now() < end) {
      await pause(interval);
      const present = await this.traces.read(trace);
      if (present?.standing !== trace.standing) return;
    }
    killed.add(trace.keyDigest);
  }

  /** Records the fate of the response in the trace. */
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
