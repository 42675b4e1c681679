import { setImmediate } from 'node:timers/promises';
import { ArrivingBodies } from '../../../../src/platform/http/arriving-bodies';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** A body that a test sends in parts. */
class Sent {
  /** How it ended; undefined while it arrives. */
  outcome: 'arrived' | 'dropped' | undefined;
  size = 0;
  private readonly pieces: Buffer[] = [];
  private more = () => undefined as void;

  constructor(
    bodies: ArrivingBodies,
    sender: string,
    readonly expected: number,
  ) {
    const use = (whole: Buffer) => whole.length;
    void bodies.gather(this.arriving(), { sender, expected }, use).then(
      (length) => (this.outcome = length === expected ? 'arrived' : undefined),
      ({ code }: { code: string }) => (this.outcome = code === 'OVERLOADED' ? 'dropped' : undefined),
    );
  }

  send(bytes: number): void {
    const piece = Buffer.alloc(Math.min(bytes, this.expected - this.size));
    this.size += piece.length;
    this.pieces.push(piece);
    this.more();
  }

  private async *arriving(): AsyncGenerator<Buffer> {
    for (let taken = 0; taken < this.expected;) {
      const piece = this.pieces.shift();
      if (!piece) await new Promise<void>((resolve) => (this.more = resolve));
      else yield piece;
      taken += piece?.length ?? 0;
    }
  }
}

/** Lets time pass, and what has been sent arrive. */
async function pass(milliseconds: number): Promise<void> {
  await setImmediate();
  jest.advanceTimersByTime(milliseconds);
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

it('senders that stall make room for slow ones', async () => {
  const bodies = new ArrivingBodies(16 * mebibyte);
  const stalled = Array.from({ length: 5 }, () => new Sent(bodies, 'large', 5 * mebibyte));
  const slow = Array.from({ length: 20 }, (_, index) => new Sent(bodies, `slow ${index}`, 300 * kibibyte));
  for (const body of slow) body.send(100 * kibibyte);
  await pass(200);
  for (const body of stalled) body.send(4.5 * mebibyte);
  for (let count = 0; count < 20; count += 1) {
    await pass(200);
    for (const body of slow) body.send(10 * kibibyte);
  }
  await pass(0);
  expect(new Set(slow.map(({ outcome }) => outcome))).toEqual(new Set(['arrived']));
  for (const body of stalled) body.send(mebibyte);
  await pass(0);
  expect(stalled.filter(({ outcome }) => outcome === 'arrived')).toHaveLength(2);
});

it('a sender of single bytes does not keep its place', async () => {
  const bodies = new ArrivingBodies(2 * mebibyte);
  const trickling = new Sent(bodies, 'one', 2 * mebibyte);
  trickling.send(1.9 * mebibyte);
  for (let count = 0; count < 30; count += 1) {
    await pass(100);
    trickling.send(1);
  }
  const other = new Sent(bodies, 'other', 2 * mebibyte);
  for (let count = 0; count < 100 && !other.outcome; count += 1) {
    await pass(100);
    trickling.send(1);
    other.send(32 * kibibyte);
  }
  expect([trickling, other].map(({ outcome }) => outcome)).toEqual(['dropped', 'arrived']);
});

it.each([
  ['ten senders of many bodies', 10],
  ['senders of one body each', Infinity],
])('of more bodies than there is room for, most arrive: %s', async (_name, senders) => {
  const bodies = new ArrivingBodies(16 * mebibyte);
  const size = mebibyte;
  const all: Sent[] = [];
  // Each takes 20 s: without a limit, they would hold 30 % more.
  for (let count = 0; count < 1_500; count += 1) {
    if (count % 5 === 0) all.push(new Sent(bodies, String(all.length % senders), size));
    await pass(100);
    for (const body of all) if (!body.outcome && body.size < size) body.send(size / 200);
  }
  const ended = all.filter(({ outcome }) => outcome);
  const arrived = ended.filter(({ outcome }) => outcome === 'arrived');
  expect(ended.length).toBeGreaterThan(200);
  expect(arrived.length / ended.length).toBeGreaterThan(0.6);
});

it('a sender who stops just before the end does not keep its place', async () => {
  const bodies = new ArrivingBodies(4 * mebibyte);
  const stopped = Array.from({ length: 4 }, () => new Sent(bodies, 'one', mebibyte));
  for (const body of stopped) body.send(mebibyte - 1);
  await pass(1_000);
  const others = Array.from({ length: 3 }, (_, index) => new Sent(bodies, `other ${index}`, mebibyte));
  for (let count = 0; count < 20; count += 1) {
    for (const body of others) body.send(64 * kibibyte);
    await pass(100);
  }
  expect(others.map(({ outcome }) => outcome)).toEqual(Array(3).fill('arrived'));
});

it('small bodies take no room from others', async () => {
  const bodies = new ArrivingBodies(mebibyte);
  const small = Array.from({ length: 100 }, () => new Sent(bodies, 'small', 65 * kibibyte));
  for (const body of small) body.send(64 * kibibyte);
  await pass(1_000);
  const other = new Sent(bodies, 'other', mebibyte);
  other.send(mebibyte);
  await pass(0);
  await pass(0);
  expect(other.outcome).toBe('arrived');
});

it('what arrives in single bytes is whole', async () => {
  const whole = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
  async function* singleBytes() {
    for (const byte of whole) yield Buffer.from([byte]);
    await setImmediate();
  }
  const sending = { sender: 'one', expected: whole.length };
  expect(await new ArrivingBodies(mebibyte).gather(singleBytes(), sending, (body) => body)).toEqual(whole);
});
