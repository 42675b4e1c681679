import type { Database } from '../../src/platform/database/database';

/**
 * Has `change` happen before a statement, counted from 1, of work that reads in steps: of the next one only, or of all
 * until the spy is restored.
 */
export function changeBetweenSteps(
  database: Database,
  place: number,
  change: () => Promise<unknown>,
  of: 'next' | 'all' = 'next',
): jest.SpyInstance {
  const readInSteps = database.readInSteps.bind(database);
  const readAndChange: Database['readInSteps'] = (read, limits) => {
    let statements = 0;
    return readInSteps(
      (query) =>
        read(async (...question) => {
          statements += 1;
          if (statements === place) await change();
          return query(...question);
        }),
      limits,
    );
  };
  const spy = jest.spyOn(database, 'readInSteps');
  return of === 'next' ? spy.mockImplementationOnce(readAndChange) : spy.mockImplementation(readAndChange);
}

/** Has `change` happen after the next work that reads in steps, and before what it has read is used. */
export function changeAfterSteps(database: Database, change: () => Promise<unknown>): jest.SpyInstance {
  const readInSteps = database.readInSteps.bind(database);
  return jest.spyOn(database, 'readInSteps').mockImplementationOnce(async (read, limits) => {
    const result = await readInSteps(read, limits);
    await change();
    return result;
  });
}
