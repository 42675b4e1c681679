import type { OnDatabase } from '../support/own-databases';
import { openStage, type Stage } from './stage';

/** One stage for all tests of a block, with a database of its own. */
export function withStage(on: OnDatabase, processes?: number): () => Stage {
  let stage: Stage | undefined;
  let end = () => {};
  let ended = Promise.resolve();

  const open = (resolve: () => void, reject: (error: unknown) => void) => {
    ended = on(async (databaseUrl) => {
      stage = await openStage({ databaseUrl, processes });
      resolve();
      await new Promise<void>((over) => {
        end = over;
      });
      await stage.close();
    });
    ended.catch(reject);
  };

  beforeAll(() => new Promise<void>(open));

  afterAll(async () => {
    end();
    await ended;
  });

  return () => {
    if (!stage) throw new Error('The stage is opened before the first test, not earlier.');
    return stage;
  };
}
