import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../support/commands';
import { newFastFolder } from '../support/fast-folder';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

let folder: string;
let file: string;
let server: RunningServer;

beforeEach(async () => {
  folder = newFastFolder('glycograph-clients-');
  file = join(folder, 'clients.json');
  writeFileSync(file, '[]');
  server = await startServer({ CLIENTS_FILE: file, LOG_LEVEL: 'info' });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const tokenStatus = async (clientId: string, secret: string): Promise<number> => {
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  });
  const url = `${server.url}/realms/glycograph/protocol/openid-connect/token`;
  return (await fetch(url, { method: 'POST', body })).status;
};

const addServer = async (clientId: string): Promise<string> => {
  const settings = {
    DATABASE_URL: `sqlite:${join(server.folder, 'glycograph.db')}`,
    CLIENTS_FILE: file,
    MAIL_URL: `file:${folder}`,
  };
  const { stdout } = await runCommand('glycograph', ['servers', 'add', clientId, '--json'], settings);
  return (JSON.parse(stdout) as { clientSecret: string }).clientSecret;
};

it('a running process takes over what a command has changed in the file of clients', async () => {
  const secret = await addServer('importer');
  await waitFor(
    'a token of the new server',
    async () => (await tokenStatus('importer', secret)) === 200 || undefined,
  );
});

it('a running process keeps its clients while there is a fault in the file', async () => {
  const secret = await addServer('importer');
  await waitFor(
    'a token of the new server',
    async () => (await tokenStatus('importer', secret)) === 200 || undefined,
  );
  writeFileSync(file, '[{ "clientId": "importer" }]');
  await waitFor(
    'the line of the log',
    () => server.logs().includes('the clients could not be read again') || undefined,
  );
  expect(await tokenStatus('importer', secret)).toBe(200);
});
