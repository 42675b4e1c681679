import { Database } from '../../../src/database/database';
import { IdempotencyService } from '../../../src/idempotency/idempotency.service';
import type { Work } from '../../../src/idempotency/repeatable-request';
import { persistence } from '../../../src/persistence';

let database: Database;
let idempotency: IdempotencyService;

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
  await database.transaction((manager) => manager.query('CREATE TABLE written (id INTEGER PRIMARY KEY)'));
  idempotency = new IdempotencyService(database);
});

afterEach(() => database.close());

/** Writes a row and returns its id. */
const write: Work = async (manager) => {
  await manager.query('INSERT INTO written DEFAULT VALUES');
  const [{ id }] = await manager.query('SELECT MAX(id) AS id FROM written');
  return String(id);
};

const written = async () => (await database.reader.query('SELECT id FROM written')).length;

/** A connection, as what becomes of its answer is known. */
function connection({ lost = false } = {}) {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const delivery = { isLost: lost, over, look: () => Promise.resolve() };
  if (lost) end();
  return {
    delivery,
    lose: () => {
      delivery.isLost = true;
      end();
    },
  };
}

interface Asked {
  userId?: string;
  purpose?: string;
  body?: unknown;
  work?: Work;
}

const send = ({ delivery }: ReturnType<typeof connection>, asked: Asked = {}): Promise<string> => {
  const { userId = 'sender', purpose = 'upload/a', body = [1], work = write } = asked;
  const request = { sender: { userId, delivery }, userId: 'owner', purpose, body: () => body };
  return idempotency.once(request, work);
};

const answered = () => connection();
const lost = () => connection({ lost: true });

describe('equal requests without a name', () => {
  it('are different requests when their answers were sent', async () => {
    expect([await send(answered()), await send(answered())]).toEqual(['1', '2']);
  });

  it('are one request as long as the answer is lost, and until it is answered', async () => {
    const results = [await send(lost()), await send(lost()), await send(lost()), await send(answered())];
    expect(results).toEqual(['1', '1', '1', '1']);
    expect(await written()).toBe(1);
    expect(await send(answered())).toBe('2');
  });

  it('are one request, too, when the sender goes while the answer is on its way', async () => {
    const first = connection();
    expect(await send(first)).toBe('1');
    first.lose();
    expect(await send(answered())).toBe('1');
    expect(await written()).toBe(1);
  });

  it('that come before the first one is done wait for it', async () => {
    let goOn: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (goOn = resolve));
    const first = connection();
    const firstResult = send(first, { work: (manager) => blocked.then(() => write(manager)) });
    await first.delivery.look();
    first.lose();
    const second = send(answered());
    goOn();
    expect(await Promise.all([firstResult, second])).toEqual(['1', '1']);
    expect(await written()).toBe(1);
  });

  it('are others from another sender, with another body, and for something else', async () => {
    await send(lost());
    expect(await send(answered(), { userId: 'other' })).toBe('2');
    expect(await send(answered(), { body: [2] })).toBe('3');
    expect(await send(answered(), { purpose: 'upload/b' })).toBe('4');
    expect(await send(answered())).toBe('1');
  });

  it('are carried out again when what the first did was undone', async () => {
    await send(lost());
    await database.transaction((manager) => idempotency.forget(manager, 'owner', 'upload/a'));
    expect(await send(answered())).toBe('2');
  });

  it('are carried out when the first one failed', async () => {
    const failing = () => Promise.reject(new Error('no'));
    await expect(send(lost(), { work: failing })).rejects.toThrow('no');
    expect(await send(answered())).toBe('1');
  });

  it('get what the first took, when that cannot be taken twice', async () => {
    const taking: Work = async (manager) => {
      await manager.query('INSERT INTO written (id) VALUES (7)');
      return '7';
    };
    await send(lost(), { work: taking });
    expect(await send(answered(), { work: taking })).toBe('7');
    expect(await written()).toBe(1);
  });
});
