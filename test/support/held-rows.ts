import type { QueryRunner } from 'typeorm';
import type { OwnApp } from './own-app';
import { waitFor } from './wait-until';

/** A statement that locks something, with its parameters. */
type Held = [sql: string, parameters: unknown[]];

/** The number of transactions of this database that wait for a row. Other tests have transactions on the same server. */
async function countWaiting(runner: QueryRunner): Promise<number> {
  const connections = (await runner.query(
    'SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = DATABASE()',
  )) as { id: number | string }[];
  const ids = new Set(connections.map(({ id }) => Number(id)));
  const [{ Status: status }] = (await runner.query('SHOW ENGINE INNODB STATUS')) as [{ Status: string }];
  // What comes before tells of the last deadlock.
  const [, ...transactions] = status.split('---TRANSACTION');
  const waiting = transactions.filter((each) => each.includes('LOCK WAIT'));
  return waiting.filter((each) => ids.has(Number(/thread id (\d+)/.exec(each)?.[1]))).length;
}

/** The row of an account, which every transaction waits for that stores something for it. */
export const accountRow = (userId: string): Held => [
  'SELECT id FROM users WHERE id = ? FOR UPDATE',
  [userId],
];

/** The row of a clinic, which every change of its members waits for. */
export const clinicRow = (clinicId: string): Held => [
  'SELECT id FROM clinics WHERE id = ? FOR UPDATE',
  [clinicId],
];

/** The row of a patient in a clinic, which every transaction waits for that changes it. */
export const patientRow = (clinicId: string, userId: string): Held => [
  'SELECT user_id FROM clinic_patients WHERE clinic_id = ? AND user_id = ? FOR UPDATE',
  [clinicId, userId],
];

/** The place of a row that does not exist yet: others find nothing there without waiting, but cannot insert it. */
export const placeOfCopy = (clinicId: string, userId: string): Held => [
  'SELECT user_id FROM patient_summaries WHERE clinic_id = ? AND user_id = ? FOR UPDATE',
  [clinicId, userId],
];

/**
 * Sends two requests while something is held, the second once the first one waits, and releases it when both wait: neither has
 * committed before the other one has read whatever it reads without waiting. SQLite runs one transaction at a time.
 */
export async function bothWhileHeld(
  { database }: OwnApp,
  held: Held,
  [first, second]: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<void> {
  if (database.dialect === 'sqlite') {
    await Promise.all([first(), second()]);
    return;
  }
  const runner = database.reader.connection.createQueryRunner();
  await runner.startTransaction('REPEATABLE READ');
  const waits = (count: number) =>
    waitFor(`${count} transactions to wait`, async () => (await countWaiting(runner)) >= count || undefined);
  try {
    await runner.query(...held);
    const begun = first();
    await waits(1);
    const both = Promise.all([begun, second()]);
    await waits(2);
    await runner.rollbackTransaction();
    await both;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
