/** Errors after which retrying the transaction will succeed: deadlock, lock wait, busy file. */
export function isTransient(error: unknown): boolean {
  const driverError = (error as { driverError?: { code?: string } } | null)?.driverError;
  return [
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_CHECKREAD',
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
  ].includes(driverError?.code ?? '');
}
