import type { EntityManager } from 'typeorm';
import { sendOneByOne } from '../../../../src/platform/database/mysql-statements';

/** A connection that notes what it is sent, and answers when it is told to. */
function openConnection() {
  const sent: string[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const query = (sql: string): Promise<string> => {
    sent.push(sql);
    return new Promise((resolve, reject) =>
      answers.push((error) => (error ? reject(error) : resolve(`result of ${sql}`))),
    );
  };
  const runner = { query };
  sendOneByOne({ queryRunner: runner } as unknown as EntityManager);
  /** Answers the oldest statement, and waits until others may have followed. */
  const answer = async (error?: Error) => {
    answers.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { sent, answer, query: (sql: string) => runner.query(sql) };
}

const deadlock = new Error('Deadlock found');

describe('statements of a transaction that are sent at once', () => {
  it('run one after the other', async () => {
    const { sent, answer, query } = openConnection();
    const all = [query('a'), query('b')];
    expect(sent).toEqual(['a']);
    await answer();
    expect(sent).toEqual(['a', 'b']);
    await answer();
    expect(await Promise.all(all)).toEqual(['result of a', 'result of b']);
  });

  it('fail with an earlier one instead of running without it', async () => {
    const { sent, answer, query } = openConnection();
    const all = Promise.allSettled([query('a'), query('b'), query('c')]);
    await answer(deadlock);
    expect(await all).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: deadlock })));
    expect(sent).toEqual(['a']);
  });

  it('go on after an error that the work has caught', async () => {
    const { sent, answer, query } = openConnection();
    const first = query('a').catch(() => query('b'));
    await answer(deadlock);
    await answer();
    expect(await first).toBe('result of b');
    expect(sent).toEqual(['a', 'b']);
  });

  it('are rolled back once the one that runs has ended, whatever its outcome', async () => {
    const { sent, answer, query } = openConnection();
    const running = query('a').catch(() => 'failed');
    const rollback = query('ROLLBACK');
    expect(sent).toEqual(['a']);
    await answer(deadlock);
    await answer();
    expect([await running, await rollback]).toEqual(['failed', 'result of ROLLBACK']);
  });
});
