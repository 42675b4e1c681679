import { EventEmitter } from 'node:events';
import type { Pool } from 'mysql2';
import { StallDetector } from '../../../../src/platform/database/stall-detector';

const limit = 1_000;

/** A connection as the driver sees it: bytes received so far, and the statement that waits for a response. */
function newConnection() {
  const stream = Object.assign(new EventEmitter(), { bytesRead: 0, destroy: jest.fn() });
  return { stream, _command: null as object | null, query: jest.fn(), release: jest.fn() };
}

type FakeConnection = ReturnType<typeof newConnection>;

/** A pool that connects on demand. */
function newPool() {
  const asked: ((error: Error | null, connection?: FakeConnection) => void)[] = [];
  const getConnection = (callback: (typeof asked)[number]) => void asked.push(callback);
  return { asked, pool: Object.assign(new EventEmitter(), { getConnection }) };
}

/** Advances time in small steps, as far as necessary. */
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('a caller that waits for the database', () => {
  let watch: StallDetector;
  let pool: ReturnType<typeof newPool>;
  let asking: FakeConnection;
  let other: FakeConnection;

  beforeEach(() => {
    jest.useFakeTimers();
    watch = new StallDetector(limit);
    pool = newPool();
    watch.watch(pool.pool as unknown as Pool);
    [asking, other] = [newConnection(), newConnection()];
    for (const connection of [asking, other]) pool.pool.emit('acquire', connection);
  });
  afterEach(() => {
    watch.stop();
    jest.useRealTimers();
  });

  it('gets an error if nothing arrives on any connection', async () => {
    await pass(10 * limit);
    asking._command = {};
    await pass(limit * 0.9);
    expect(asking.stream.destroy).not.toHaveBeenCalled();
    await pass(limit * 0.3);
    expect(asking.stream.destroy).toHaveBeenCalledWith(expect.objectContaining({ code: 'ETIMEDOUT' }));
    // Nothing waits for the other one.
    expect(other.stream.destroy).not.toHaveBeenCalled();
  });

  it('keeps waiting while a result arrives in parts', async () => {
    asking._command = {};
    for (let piece = 0; piece < 20; piece += 1) {
      await pass(limit / 2);
      asking.stream.bytesRead += 1;
    }
    expect(asking.stream.destroy).not.toHaveBeenCalled();
  });

  it('keeps waiting, but not forever, while others get results', async () => {
    asking._command = {};
    for (let answer = 0; answer < 5; answer += 1) {
      await pass(limit / 2);
      other.stream.bytesRead += 1;
    }
    expect(asking.stream.destroy).not.toHaveBeenCalled();
    for (let answer = 0; answer < 2; answer += 1) {
      await pass(limit / 2);
      other.stream.bytesRead += 1;
    }
    expect(asking.stream.destroy).toHaveBeenCalled();
  });

  it('starts a new wait with each statement', async () => {
    for (let statement = 0; statement < 10; statement += 1) {
      asking._command = {};
      await pass(limit / 2);
    }
    expect(asking.stream.destroy).not.toHaveBeenCalled();
  });

  it('gets an error if no connection is available; a later one goes back to the pool', async () => {
    const callback = jest.fn();
    pool.pool.getConnection(callback);
    await pass(limit * 1.2);
    expect(callback.mock.calls).toEqual([[expect.objectContaining({ code: 'ETIMEDOUT' }), undefined]]);
    pool.asked[0]?.(null, other);
    expect(callback).toHaveBeenCalledTimes(1);
    expect(other.release).toHaveBeenCalled();
  });

  it('gets a connection that is available in time', async () => {
    const callback = jest.fn();
    pool.pool.getConnection(callback);
    await pass(limit / 2);
    pool.asked[0]?.(null, other);
    await pass(5 * limit);
    expect(callback.mock.calls).toEqual([[null, other]]);
  });
});
