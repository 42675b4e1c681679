import { overloaded } from '../errors';

/** Bodies up to this size are never dropped: they give little room. */
const spared = 64 * 1024;

/** The part of a body that has arrived so far. */
class ArrivingBody {
  private pieces: Buffer[] = [];
  private isDropped = false;
  /** Bytes that it holds. */
  size = 0;

  /** @throws OVERLOADED when the body has been dropped to make room */
  add(piece: Buffer): void {
    this.assertNotDropped();
    this.pieces.push(piece);
    this.size += piece.length;
  }

  /** Frees its memory; its sender is answered as soon as it sends more. */
  drop(): void {
    this.pieces = [];
    this.size = 0;
    this.isDropped = true;
  }

  /** @throws OVERLOADED when the body has been dropped to make room */
  whole(): Buffer {
    this.assertNotDropped();
    return Buffer.concat(this.pieces);
  }

  private assertNotDropped(): void {
    if (this.isDropped) throw overloaded();
  }
}

/**
 * Bounds what large bodies hold together while they arrive. When there are too many bytes, the one that has been arriving for
 * the longest time is dropped: senders that stall must not keep out those that do not.
 */
export class ArrivingBodies {
  /** The oldest first. */
  private readonly bodies = new Set<ArrivingBody>();
  private size = 0;

  constructor(private readonly mostBytes: number) {}

  /**
   * Gathers the pieces of a body.
   *
   * @throws OVERLOADED when the body had to make room for others
   */
  async gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
    const body = new ArrivingBody();
    this.bodies.add(body);
    try {
      for await (const piece of pieces) {
        body.add(piece);
        this.size += piece.length;
        this.makeRoom();
      }
      return body.whole();
    } finally {
      this.remove(body);
    }
  }

  private makeRoom(): void {
    for (const body of this.bodies) {
      if (this.size <= this.mostBytes) return;
      if (body.size <= spared) continue;
      this.remove(body);
      body.drop();
    }
  }

  private remove(body: ArrivingBody): void {
    if (this.bodies.delete(body)) this.size -= body.size;
  }
}
