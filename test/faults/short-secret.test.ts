import { startServer } from '../support/server-process';
import type { Json } from '../support/api';

async function warningsOfSecrets(secret: string): Promise<Json[]> {
  const server = await startServer({ SERVER_SECRET: secret });
  const lines: Json[] = server
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return lines.filter(({ setting }) => setting === 'SERVER_SECRET');
}

it('a service with a secret that could be guessed warns at start, without showing it', async () => {
  const [line, ...others] = await warningsOfSecrets('fifteen letters');
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: 40, msg: expect.stringMatching(/^SERVER_SECRET is short.*16 random/) });
  expect(JSON.stringify(line)).not.toContain('fifteen letters');
});

it('a service with a longer one does not warn', async () => {
  expect(await warningsOfSecrets('sixteen letters!')).toEqual([]);
});
