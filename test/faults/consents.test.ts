import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type Json } from '../support/api';
import { newGrantor } from '../support/consents';
import { startServer, type RunningServer } from '../support/server-process';

let folder: string;
let server: RunningServer;

/** Writes the texts of the settings, one for each given version. */
function configure(texts: Record<number, string>): void {
  const entries = Object.entries(texts).map(([version, content]) => {
    writeFileSync(join(folder, `${version}.md`), content);
    return {
      type: 'study',
      version: Number(version),
      createdTime: '2025-01-01T00:00:00Z',
      file: `${version}.md`,
    };
  });
  writeFileSync(join(folder, 'consents.json'), JSON.stringify(entries));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-consents-'));
  configure({ 1: '# Our study\n' });
  server = await startServer({ CONSENTS_FILE: join(folder, 'consents.json') });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('configured texts are used for consents, and none of them can change afterwards', async () => {
  expect(server.logs()).toBe('');
  const grantor = await newGrantor(server);
  const { get, graph } = api(server);
  const versions = async () => {
    const { body } = await get('/v1/consents', { token: grantor.token });
    return body.data.map(({ type, version, content }: Json) => [type, version, content]);
  };
  expect(await versions()).toEqual([['study', 1, '# Our study\n']]);
  expect((await grantor.grant()).status).toBe(404);
  const study = { type: 'study', version: 1, metadata: undefined };
  const { id } = await grantor.granted(study);

  await server.stop();
  configure({ 1: '# Our study, but quite another one\n' });
  await expect(server.start()).rejects.toThrow();
  expect(server.logs()).toContain('The text of the consent study, version 1, is not the one');
  expect(server.logs()).not.toMatch(/\n\s+at /);

  configure({ 2: '# Our study goes on\n' });
  await server.start();
  expect(await versions()).toEqual([['study', 2, '# Our study goes on\n']]);
  expect((await grantor.grant(study)).status).toBe(404);
  expect((await grantor.read(id)).body).toMatchObject({ type: 'study', version: 1, status: 'active' });
  const { body } = await graph('{ me { consentRecords { edges { node { consent { content } } } } } }', {
    token: grantor.token,
  });
  expect(body.data.me.consentRecords.edges).toEqual([{ node: { consent: null } }]);
  await grantor.granted({ ...study, version: 2 });
  expect(await grantor.states()).toEqual(['study 2 active', 'study 1 revoked']);
});
