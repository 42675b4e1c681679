import type { RedisConnection } from '../redis/redis-connection';
import { toLevel, MemoryBuckets, refillTime, type BucketStore, type OwnBucket, type Taking } from './buckets';

/**
 * Arguments, for each key: the milliseconds in which its bucket refills, and those by which this charge puts that off.
 * Returns the milliseconds to wait, and then for each bucket those until it is full. The clock is that of Redis, so
 * that processes with different clocks agree. If it was set back, the bucket counts as full. Texts, because Redis cuts off the fractions of numbers.
 */
const script = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local before, after, wait = {}, {}, 0
for index, key in ipairs(KEYS) do
  local window, delay = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  local fullAt = tonumber(redis.call('GET', key) or '0')
  before[index] = math.max(0, fullAt - now)
  if before[index] > window + 1 then before[index] = 0 end
  after[index] = before[index] + delay
  wait = math.max(wait, after[index] - window)
end
local levels = before
if wait <= 0 then
  levels = after
  for index, key in ipairs(KEYS) do
    redis.call('SET', key, string.format('%.4f', now + after[index]), 'PX', math.ceil(after[index]) + 1)
  end
end
local answer = { string.format('%.4f', wait) }
for index, level in ipairs(levels) do answer[index + 1] = string.format('%.4f', level) end
return answer
`;

/** Buckets that all processes share. While Redis is unavailable, each process has its own: nobody passes uncounted. */
export class RedisBuckets implements BucketStore {
  private readonly own = new MemoryBuckets();

  constructor(private readonly redis: RedisConnection) {}

  async take(buckets: readonly OwnBucket[], amount: number): Promise<Taking> {
    const keys = buckets.map(({ bucket, key }) => `bucket:${bucket.name}:${key}`);
    const delays = buckets.flatMap(({ bucket }) => [bucket.seconds * 1000, refillTime(bucket, amount)]);
    try {
      const answer = (await this.redis.eval(script, keys.length, ...keys, ...delays)) as string[];
      const [wait = 0, ...fullIn] = answer.map(Number);
      return { wait, levels: buckets.map(({ bucket }, index) => toLevel(bucket, fullIn[index] ?? 0)) };
    } catch {
      // The loss of the connection is logged where it is noticed.
      return this.own.take(buckets, amount);
    }
  }
}
