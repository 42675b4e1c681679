import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ThreadCalls } from '../../../../src/platform/workload/thread-calls';

interface Echo {
  call: number;
  text: string;
}

/** A thread that replies with the text it is sent. */
const program = `
  const { answerCalls } = require(${JSON.stringify(resolve('dist/src/platform/workload/thread-replies.js'))});
  answerCalls(({ text }) => {
    if (text === 'fail') throw Object.assign(new Error('No.'), { code: 'NO' });
    if (text === 'end') process.exit();
    return text;
  });`;

const longest = 20_000;

let folder: string;
let calls: ThreadCalls<Echo, string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-calls-'));
  const file = join(folder, 'echo.js');
  writeFileSync(file, program);
  calls = new ThreadCalls<Echo, string>({
    file,
    workerData: {},
    toError: ({ code }) => new Error(code),
  });
});

afterEach(async () => {
  await calls.end();
  rmSync(folder, { recursive: true });
});

test('replies that are there are taken without a turn of the event loop, in their order', async () => {
  const order: string[] = [];
  const note = (text: string) => order.push(text);
  setImmediate(note, 'turn');
  const replies = ['one', 'fail', 'three'].map((text) =>
    calls.ask({ text }).then(note, (error: unknown) => note((error as Error).message)),
  );
  expect(calls.takeReplies(longest)).toBe(true);
  await Promise.all(replies);
  expect(order).toEqual(['one', 'NO', 'three']);
});

test('replies that are not there come later', async () => {
  const reply = calls.ask({ text: 'one' });
  expect(calls.takeReplies(0)).toBe(false);
  expect(await reply).toBe('one');
  // The thread counts a reply after it has sent it.
  expect(calls.takeReplies(longest)).toBe(true);
});

test('both ways of taking replies may follow each other', async () => {
  for (let round = 0; round < 50; round += 1) {
    const reply = calls.ask({ text: `soon ${round}` });
    calls.takeReplies(longest);
    expect(await reply).toBe(`soon ${round}`);
    expect(await calls.ask({ text: `later ${round}` })).toBe(`later ${round}`);
  }
});

test('a thread that ends leaves nobody waiting', async () => {
  const reply = calls.ask({ text: 'end' });
  expect(calls.takeReplies(10)).toBe(false);
  await expect(reply).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(calls.ask({ text: 'one' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('numbers of requests begin anew when they are too large for the thread', async () => {
  Object.assign(calls, { calls: 2 ** 31 - 2 });
  for (const text of ['one', 'two', 'three', 'four']) {
    const reply = calls.ask({ text });
    expect(calls.takeReplies(longest)).toBe(true);
    expect(await reply).toBe(text);
  }
});
