import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../../src/platform/config';
import { Database } from '../../../../src/platform/database/database';
import { MessageEntity } from '../../../../src/care/messages/message.entity';
import { persistence } from '../../../../src/persistence';
import { createServices, type Services } from '../../../../src/services';
import { storeAccounts } from '../../../support/stored-accounts';

/** These tests move the clock, so the service runs in their own process. */
let database: Database;
let services: Services;

const day = 24 * 3_600_000;
const content = () => ({ guid: randomUUID(), timestamp: '2024-05-06T07:08:09Z', text: 'Pizza' });

beforeAll(async () => {
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:' });
  database = await Database.open(config.DATABASE_URL, { schema: persistence, poolSize: 2, migrate: true });
  await storeAccounts(database, ['0123456789', 'aaaaaaaaaa', 'bbbbbbbbbb']);
  services = createServices(config, database);
});

afterAll(() => database.close());

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask'],
  });
});

afterEach(() => {
  jest.useRealTimers();
});

const stored = (id: string) => database.reader.existsBy(MessageEntity, { id });

describe('a removed message', () => {
  it('is deleted permanently after 14 days, and others are not', async () => {
    const kept = await services.messages.send('0123456789', '0123456789', content());
    const removed = await services.messages.send('0123456789', '0123456789', content());
    await services.messages.remove(removed.id);
    jest.advanceTimersByTime(14 * day - 3_600_000);
    await services.messages.purge();
    expect(await stored(removed.id)).toBe(true);
    jest.advanceTimersByTime(3_600_000);
    await services.messages.purge();
    expect(await stored(removed.id)).toBe(false);
    expect(await stored(kept.id)).toBe(true);
  });
});

describe('the deletion of an account', () => {
  it("deletes the messages in it and keeps only the author's name of those elsewhere", async () => {
    const [owner, friend] = ['aaaaaaaaaa', 'bbbbbbbbbb'];
    const within = await services.messages.send(friend, owner, content());
    const elsewhere = await services.messages.send(owner, friend, content());
    await services.messages.forgetAccount(friend, 'Fred');
    expect(await stored(within.id)).toBe(false);
    const [message] = await services.messages.findMany([elsewhere.id]);
    expect(message).toMatchObject({ authorId: null, authorName: 'Fred', text: 'Pizza' });
  });
});
