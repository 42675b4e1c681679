import { now } from '../../../../src/platform/clock';
import { Database } from '../../../../src/platform/database/database';
import { IdempotencyService } from '../../../../src/platform/idempotency/idempotency.service';
import type { Work } from '../../../../src/platform/idempotency/repeatable-request';
import { persistence } from '../../../../src/persistence';
import { storeAccounts } from '../../../support/stored-accounts';
import { waitFor } from '../../../support/wait-until';

let database: Database;
/** Two processes on one database. */
let idempotency: IdempotencyService;
let elsewhere: IdempotencyService;

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
  await database.transaction((manager) => manager.query('CREATE TABLE written (id INTEGER PRIMARY KEY)'));
  await storeAccounts(database, ['owner', 'sender', 'other']);
  idempotency = new IdempotencyService(database);
  elsewhere = new IdempotencyService(database);
});

afterEach(async () => {
  await Promise.all([idempotency.stop(), elsewhere.stop()]);
  await database.close();
});

/** Writes a row and returns its id. */
const write: Work = async (manager) => {
  await manager.query('INSERT INTO written DEFAULT VALUES');
  const [{ id }] = await manager.query('SELECT MAX(id) AS id FROM written');
  return String(id);
};

const written = async () => (await database.reader.query('SELECT id FROM written')).length;

const traces = async (): Promise<string[]> =>
  (await database.reader.query('SELECT standing FROM done_requests')).map(
    ({ standing }: { standing: string }) => standing,
  );

/** A connection that can report the fate of its response. */
function connection() {
  let leave: () => void = () => undefined;
  let know: () => void = () => undefined;
  const delivery = {
    isLost: false,
    over: new Promise<void>((resolve) => (leave = resolve)),
    known: new Promise<void>((resolve) => (know = resolve)),
    look: () => Promise.resolve(),
  };
  const lose = () => {
    delivery.isLost = true;
    leave();
    know();
  };
  return {
    delivery,
    /** The client has gone, or the connection has broken. */
    lose,
    /** The response has been sent. */
    leave,
    /** The client continues on the connection. */
    arrive: () => {
      leave();
      know();
    },
  };
}

type Connection = ReturnType<typeof connection>;

const answered = () => {
  const made = connection();
  made.arrive();
  return made;
};

const lost = () => {
  const made = connection();
  made.lose();
  return made;
};

interface Asked {
  userId?: string;
  purpose?: string;
  body?: unknown;
  work?: Work;
  to?: IdempotencyService;
}

const send = ({ delivery }: Connection, asked: Asked = {}): Promise<string> => {
  const { userId = 'sender', purpose = 'upload/a', body = [1], work = write, to = idempotency } = asked;
  const request = { sender: { userId, delivery }, userId: 'owner', purpose, body: () => body };
  return to.once(request, work);
};

/** Work that waits before it writes. */
function blockedWork() {
  let goOn: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => (goOn = resolve));
  const work: Work = (manager) => blocked.then(() => write(manager));
  return { work, goOn };
}

describe('equal unnamed requests', () => {
  it('are different requests if their responses were sent', async () => {
    expect([await send(answered()), await send(answered())]).toEqual(['1', '2']);
  });

  it('are one request as long as the response is lost, and until it is answered', async () => {
    const results = [await send(lost()), await send(lost()), await send(lost()), await send(answered())];
    expect(results).toEqual(['1', '1', '1', '1']);
    expect(await written()).toBe(1);
    expect(await send(answered())).toBe('2');
  });

  it('are also one request if the client disconnects while the response is being sent', async () => {
    const first = connection();
    expect(await send(first)).toBe('1');
    first.lose();
    expect(await send(answered())).toBe('1');
    expect(await written()).toBe(1);
  });

  it('that arrive before the first one is done wait for it', async () => {
    const { work, goOn } = blockedWork();
    const first = connection();
    const firstResult = send(first, { work });
    await first.delivery.look();
    first.lose();
    const second = send(answered());
    goOn();
    expect(await Promise.all([firstResult, second])).toEqual(['1', '1']);
    expect(await written()).toBe(1);
  });

  it('are different for another account, another body, and another purpose', async () => {
    await send(lost());
    expect(await send(answered(), { userId: 'other' })).toBe('2');
    expect(await send(answered(), { body: [2] })).toBe('3');
    expect(await send(answered(), { purpose: 'upload/b' })).toBe('4');
    expect(await send(answered())).toBe('1');
  });

  it("are executed again if the first one's effect was undone", async () => {
    await send(lost());
    await database.transaction((manager) => idempotency.forget(manager, 'owner', 'upload/a'));
    expect(await send(answered())).toBe('2');
  });

  it('are executed once it is stored that the first result is in use, however often', async () => {
    const use = async (to: IdempotencyService, work: Work = () => Promise.resolve('')) => {
      const made = { userId: 'owner', purpose: 'upload/a', result: '1', createdTime: now() };
      await database.transaction(async (manager) => {
        await to.noteUse(manager, made);
        await work(manager);
      });
    };
    await send(lost());
    await expect(use(idempotency, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await send(lost())).toBe('1');
    for (const to of [idempotency, idempotency, elsewhere]) await use(to);
    expect([await send(answered()), await send(answered())]).toEqual(['2', '3']);
  });

  it('are executed if the first one failed', async () => {
    const failing = () => Promise.reject(new Error('no'));
    await expect(send(lost(), { work: failing })).rejects.toThrow('no');
    expect(await send(answered())).toBe('1');
  });

  it("get the first one's result if it cannot be created twice", async () => {
    const taking: Work = async (manager) => {
      await manager.query('INSERT INTO written (id) VALUES (7)');
      return '7';
    };
    await send(lost(), { work: taking });
    expect(await send(answered(), { work: taking })).toBe('7');
    expect(await written()).toBe(1);
  });
});

describe('the response to an unnamed request', () => {
  it('counts as received once sent, even while the connection is idle', async () => {
    const first = connection();
    expect(await send(first)).toBe('1');
    first.leave();
    expect(await send(answered())).toBe('2');
    expect(await send(answered(), { to: elsewhere })).toBe('3');
  });

  it('is lost if the connection breaks afterwards, soon or late', async () => {
    const first = connection();
    await send(first);
    first.leave();
    await waitFor('the trace', async () => ((await traces())[0] === 'answered' ? true : undefined));
    first.lose();
    expect(await send(answered())).toBe('1');
    expect(await written()).toBe(1);
  });

  it('leaves nothing behind once received', async () => {
    for (let count = 0; count < 3; count += 1) await send(answered());
    await waitFor('an empty table', async () => ((await traces()).length === 0 ? true : undefined));
  });

  it('does not affect what was undone before the connection broke', async () => {
    const first = connection();
    await send(first);
    first.leave();
    await database.transaction((manager) => idempotency.forget(manager, 'owner', 'upload/a'));
    first.lose();
    expect(await send(answered())).toBe('2');
  });

  it('belongs to no other: concurrent requests of one account are both executed', async () => {
    const [first, second] = [connection(), connection()];
    expect(await Promise.all([send(first), send(second)])).toEqual(['1', '2']);
    first.lose();
    second.lose();
    expect(new Set([await send(answered()), await send(answered())])).toEqual(new Set(['1', '2']));
    expect(await written()).toBe(2);
  });

  it('may belong to several equal parts of one request', async () => {
    const first = connection();
    expect([await send(first), await send(first)]).toEqual(['1', '2']);
    first.lose();
    const again = connection();
    expect(new Set([await send(again), await send(again)])).toEqual(new Set(['1', '2']));
    again.arrive();
    expect(await written()).toBe(2);
  });
});

describe('an equal request in another process', () => {
  it('is a repetition if the first process no longer reports the fate of its response', async () => {
    await send(connection());
    expect(await send(connection(), { to: elsewhere })).toBe('1');
    expect(await written()).toBe(1);
  });

  it('waits for what the first process is about to report', async () => {
    const [first, second] = [connection(), connection()];
    await Promise.all([send(first), send(second, { body: [2] })]);
    const both = [send(answered(), { to: elsewhere }), send(answered(), { to: elsewhere, body: [2] })];
    first.arrive();
    second.lose();
    expect(await Promise.all(both)).toEqual(['3', '2']);
  });

  it('is another request ten minutes later', async () => {
    await send(lost());
    await database.transaction((manager) =>
      manager.query('UPDATE done_requests SET created_time = created_time - 600000'),
    );
    expect(await send(lost(), { to: elsewhere })).toBe('2');
    expect(await send(answered())).toBe('2');
  });
});
