import { overloaded } from '../errors';

/** Bytes of each body that do not count: most bodies have fewer, and connections are limited. */
const spared = 64 * 1024;

/** Milliseconds after which the pace of a sender is measured anew. */
const paceTime = 1_000;

/** Pieces that are joined: each has memory of its own, and a sender may send single bytes. */
const piecesToJoin = 64;

/** Who sends a body, and how many bytes it will have, if they say so. */
interface Sending {
  sender: string;
  expected?: number;
}

/** What had arrived at some time. */
interface Mark {
  time: number;
  size: number;
}

/** The part of a body that has arrived so far. */
class ArrivingBody {
  readonly sender: string;
  private readonly expected: number | undefined;
  private pieces: Buffer[] = [];
  /** Index of the first piece that may be joined with the next ones. */
  private small = 0;
  private size = 0;
  private isDropped = false;
  private lastTime = performance.now();
  private latest: Mark = { time: this.lastTime, size: 0 };
  private earlier = this.latest;

  constructor({ sender, expected }: Sending) {
    this.sender = sender;
    this.expected = expected;
  }

  /** Bytes that count. */
  get counted(): number {
    return Math.max(0, this.size - spared);
  }

  /** @throws OVERLOADED when the body has been dropped to make room */
  add(piece: Buffer): void {
    this.assertNotDropped();
    const time = (this.lastTime = performance.now());
    if (time - this.latest.time >= paceTime) {
      this.earlier = this.latest;
      this.latest = { time, size: this.size };
    }
    this.pieces.push(piece);
    this.size += piece.length;
    if (this.pieces.length - this.small >= piecesToJoin) this.join();
  }

  private join(): void {
    const joined = Buffer.concat(this.pieces.splice(this.small));
    this.pieces.push(joined);
    if (joined.length >= spared) this.small = this.pieces.length;
  }

  /**
   * Milliseconds until the rest has arrived at the pace of late, and at least as many as its sender has been silent. A body of
   * unknown size counts as half-way.
   */
  timeLeft(time: number): number {
    const left = (this.expected ?? 2 * this.size) - this.size;
    const atPace = (left * (time - this.earlier.time)) / Math.max(1, this.size - this.earlier.size);
    return Math.max(atPace, time - this.lastTime);
  }

  /** Frees its memory; if there is more to come, its sender is answered as soon as it sends that. */
  drop(): void {
    this.pieces = [];
    this.size = 0;
    this.isDropped = true;
  }

  /** @throws OVERLOADED when the body has been dropped to make room */
  whole(): Buffer {
    this.assertNotDropped();
    return Buffer.concat(this.pieces.splice(0));
  }

  private assertNotDropped(): void {
    if (this.isDropped) throw overloaded();
  }
}

/**
 * Bounds what bodies hold together while they arrive. When there are too many bytes, the body is dropped that would take
 * most memory for the longest time: what its sender holds, times the time until it ends. So senders that stall, or hold
 * much, make room for those that do not, and bodies that are nearly complete are kept.
 */
export class ArrivingBodies {
  /** Those that can be dropped: they have bytes that count, and more to come. */
  private readonly bodies = new Set<ArrivingBody>();
  private readonly heldBy = new Map<string, number>();
  private held = 0;

  constructor(private readonly mostBytes: number) {}

  /**
   * Gathers the pieces of a body, and passes it on. It counts until the result is there.
   *
   * @throws OVERLOADED when the body had to make room for others
   */
  async gather<Result>(
    pieces: AsyncIterable<Buffer>,
    sending: Sending,
    use: (whole: Buffer) => Result | Promise<Result>,
  ): Promise<Result> {
    const body = new ArrivingBody(sending);
    try {
      for await (const piece of pieces) {
        const before = body.counted;
        body.add(piece);
        this.hold(body.sender, body.counted - before);
        if (body.counted > 0) this.bodies.add(body);
        if (this.held > this.mostBytes) this.makeRoom();
      }
      const whole = body.whole();
      this.bodies.delete(body);
      return await use(whole);
    } finally {
      this.drop(body);
    }
  }

  private hold(sender: string, bytes: number): void {
    this.held += bytes;
    const held = (this.heldBy.get(sender) ?? 0) + bytes;
    if (held > 0) this.heldBy.set(sender, held);
    else this.heldBy.delete(sender);
  }

  private makeRoom(): void {
    const time = performance.now();
    const costs = [...this.bodies].map((body) => ({
      body,
      cost: (this.heldBy.get(body.sender) ?? 0) * body.timeLeft(time),
    }));
    costs.sort((one, other) => other.cost - one.cost);
    for (const { body } of costs) {
      if (this.held <= this.mostBytes) return;
      this.drop(body);
    }
  }

  private drop(body: ArrivingBody): void {
    this.bodies.delete(body);
    this.hold(body.sender, -body.counted);
    body.drop();
  }
}
