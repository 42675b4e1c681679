import { Redis, type RedisOptions } from 'ioredis';
import { listenToRedis } from '../telemetry/redis-commands';

/** Milliseconds that a dropped connection may take to close. */
const farewell = 100;

/** The driver's message for a command without an answer; it has no code. */
const isLate = (error: unknown): boolean => error instanceof Error && error.message === 'Command timed out';

/**
 * A Redis connection that never blocks. Commands that cannot be sent at once fail, and so do commands without an
 * answer in time. The connection is then dropped, and until the server answers on a new one, all commands fail at
 * once: a server that hangs costs one wait instead of one per command.
 */
export class RedisConnection extends Redis {
  /** Resolves when the first attempt to connect has ended, whether it has succeeded or not. */
  readonly tried: Promise<void>;

  /** @param timeout milliseconds for a command and for connecting */
  constructor(url: string, timeout: number, options: RedisOptions = {}) {
    super(url, {
      // Commands that cannot be sent now are dropped: queuing them would use unlimited memory while the server is
      // down.
      enableOfflineQueue: false,
      // With 1, commands pending when the connection breaks would wait for the next one.
      maxRetriesPerRequest: 0,
      commandTimeout: timeout,
      connectTimeout: timeout,
      disconnectTimeout: farewell,
      ...options,
    });
    listenToRedis();
    this.tried = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) this.once(event, resolve);
    });
  }

  override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...sent);
    const [command] = sent;
    const { stream } = this;
    command.promise.catch((error: unknown) => {
      // Another command may have dropped the connection before.
      if (isLate(error) && stream === this.stream) this.disconnect(true);
    });
    return answer;
  }
}
