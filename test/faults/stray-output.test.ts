import { resolve } from 'node:path';
import { assertJsonLines } from '../support/log-lines';
import { startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

it('logs what Node.js and libraries print as lines of JSON, without addresses', async () => {
  const server = await startServer({
    NODE_OPTIONS: `--require ${resolve('test/support/output-on-signal.cjs')}`,
  });
  process.kill(server.pid() ?? 0, 'SIGUSR2');
  const findLine = (text: string) =>
    waitFor(text, () =>
      server
        .logs()
        .split('\n')
        .find((line) => line.includes(text)),
    );
  const [warning, output] = await Promise.all([findLine('Eleven'), findLine('packets')]);
  assertJsonLines(server.logs());
  expect(JSON.parse(warning)).toMatchObject({
    level: 40,
    error: { name: 'MaxListenersExceededWarning', message: 'Eleven listeners', code: 'TEST' },
    msg: 'Node.js warns',
  });
  expect(JSON.parse(output)).toMatchObject({
    level: 40,
    text: 'packets out of order. Expected 1, from [address]',
    msg: 'a library wrote to the console',
  });
});
