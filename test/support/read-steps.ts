import type { Database } from '../../src/platform/database/database';

/** Has `change` happen before a statement, counted from 1, of the next work that reads in steps. */
export function changeBetweenSteps(
  database: Database,
  place: number,
  change: () => Promise<unknown>,
): jest.SpyInstance {
  const readInSteps = database.readInSteps.bind(database);
  return jest.spyOn(database, 'readInSteps').mockImplementationOnce((read, limits) => {
    let statements = 0;
    return readInSteps(
      (query) =>
        read(async (sql, parameters) => {
          statements += 1;
          if (statements === place) await change();
          return query(sql, parameters);
        }),
      limits,
    );
  });
}
