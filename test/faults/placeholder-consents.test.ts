import { startServer } from '../support/server-process';
import type { Json } from '../support/api';

it('a service with the built-in consent texts reports at start that they are placeholders, and how to replace them', async () => {
  const server = await startServer({ CONSENTS_FILE: undefined });
  const lines: Json[] = server
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      consents: ['big_data_donation_project 1', 'big_data_donation_project 2', 'ripple 1'],
      msg: expect.stringMatching(/placeholders.*CONSENTS_FILE/),
    }),
  ]);
});
