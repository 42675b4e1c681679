import { Database } from '../../../../src/platform/database/database';
import { DoneRequestEntity } from '../../../../src/platform/idempotency/done-request.entity';
import { RequestTraces } from '../../../../src/platform/idempotency/request-traces';
import { persistence } from '../../../../src/persistence';
import { storeAccounts } from '../../../support/stored-accounts';

const known = { userId: 'owner', purpose: 'unanswered upload/a', bodyDigest: 'body' };
const place = { userId: known.userId, purpose: known.purpose, keyDigest: 'body' };

it('a trace that was deleted since it was read is not taken over, even if another one is in its place', async () => {
  const database = await Database.open('sqlite::memory:', {
    schema: persistence,
    poolSize: 2,
    migrate: true,
  });
  await storeAccounts(database, [known.userId]);
  const traces = new RequestTraces(database);
  const leave = async (result: string) => {
    await database.transaction((manager) => traces.add(manager, { ...known, ...place }, result));
    const [trace] = await traces.find(database.reader, known);
    if (!trace) throw new Error('There is no trace.');
    return trace;
  };
  const first = await leave('1');
  await database.transaction((manager) => manager.delete(DoneRequestEntity, place));
  expect(await traces.takeOver(first)).toBe(false);
  const second = await leave('2');
  expect(await traces.takeOver(first)).toBe(false);
  expect(await traces.takeOver(second)).toBe(true);
  await traces.stop();
  await database.close();
});
