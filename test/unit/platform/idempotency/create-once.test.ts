import { declareCreated } from '../../../../src/platform/database/created';
import { Database } from '../../../../src/platform/database/database';
import { DoneRequestEntity } from '../../../../src/platform/idempotency/done-request.entity';
import { IdempotencyService } from '../../../../src/platform/idempotency/idempotency.service';
import { persistence } from '../../../../src/persistence';
import { storeAccounts } from '../../../support/stored-accounts';

let database: Database;
beforeAll(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
  await storeAccounts(database, ['sender']);
});
afterAll(() => database.close());

const request = (key: string, body: unknown = 'body') => ({
  sender: { userId: 'sender', key },
  userId: 'sender',
  purpose: 'createSomething',
  body: () => body,
});

/** A change that creates something with this id, and its answer. */
const creating = (id: string) => async () => {
  await database.transaction((manager) => {
    declareCreated(manager, id);
    return Promise.resolve();
  });
  return `the answer for ${id}`;
};

describe('a change under a key', () => {
  it('happens once, whichever processes its repetitions reach', async () => {
    const processes = Array.from({ length: 4 }, () => new IdempotencyService(database));
    const outcomes = await Promise.all(
      processes.map((each, index) => each.createOnce(request('several'), creating(`id ${index}`))),
    );
    const answers = outcomes.flatMap((outcome) => ('answer' in outcome ? outcome.answer : []));
    const created = outcomes.flatMap((outcome) => ('created' in outcome ? outcome.created : []));
    expect(answers).toHaveLength(1);
    expect(new Set(created.map((id) => `the answer for ${id}`))).toEqual(new Set(answers));
    expect(await database.reader.countBy(DoneRequestEntity, { userId: 'sender' })).toBe(1);
  });

  it('leaves the key free if its transaction fails, and keeps it if only the answer fails', async () => {
    const service = new IdempotencyService(database);
    const failing = async () => {
      await database.transaction((manager) => {
        declareCreated(manager, 'never stored');
        return Promise.reject(new Error('It failed.'));
      });
    };
    await expect(service.createOnce(request('failing'), failing)).rejects.toThrow('It failed.');
    const unanswered = async () => {
      await creating('stored')();
      throw new Error('It cannot be read.');
    };
    expect(await service.createOnce(request('failing'), unanswered)).toEqual({ created: 'stored' });
  });

  it('is refused for another body, even while the first one is running', async () => {
    const [one, other] = [new IdempotencyService(database), new IdempotencyService(database)];
    const results = await Promise.allSettled([
      one.createOnce(request('bodies', 'one'), creating('one')),
      other.createOnce(request('bodies', 'other'), creating('other')),
    ]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject([{ code: 'UNPROCESSABLE' }]);
  });

  it('does not take what other work creates for its own', async () => {
    const service = new IdempotencyService(database);
    await creating('without a key')();
    const nothing = () => Promise.resolve();
    await expect(service.createOnce(request('nothing'), nothing)).rejects.toThrow('declares nothing');
  });
});
