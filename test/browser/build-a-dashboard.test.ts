import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { api } from '../support/api';
import { openBrowser } from '../support/browser';
import { freePort, startChild, stopChild, waitUntilReady } from '../support/child';
import { newClinic, newPatient, type TestClinic } from '../support/clinics';
import { readSteps, writeFiles, type DocumentedSteps } from '../support/documented-steps';
import { startServer, type RunningServer } from '../support/server-process';

const page = 'docs/build-a-dashboard.md';
const names = Array.from({ length: 12 }, (_, index) => `Patient ${String(index + 1).padStart(2, '0')}`);

let steps: DocumentedSteps;
/** The folder of the project, within the repository, so that its packages are found. */
let project: string;
let origin: string;
let server: RunningServer;
let clinic: TestClinic;
let patients: { id: string }[];
let browser: Browser;
let bundler: ChildProcess | undefined;

const commandWith = (start: string): string => {
  const found = steps.commands.find((command) => command.startsWith(start));
  if (found === undefined) throw new Error(`${page} has no command that starts with "${start}".`);
  return found;
};

/** Runs a command of the page and returns its output; `npx` finds the programs of this repository. */
const run = (command: string): string => {
  const PATH = `${resolve('node_modules/.bin')}:${process.env.PATH}`;
  const [program = '', ...rest] = command.replace(/^npx /, '').split(' ');
  return execFileSync(program, rest, { cwd: project, encoding: 'utf8', env: { ...process.env, PATH } });
};

/** Writes the files that the page shows into a new project, with free ports instead of its own. */
async function writeProject(): Promise<{ PORT: string; BASE_URL: string }> {
  mkdirSync(resolve('var'), { recursive: true });
  project = mkdtempSync(resolve('var/documented-dashboard-'));
  const [port, ownPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  origin = `http://localhost:${ownPort}`;
  steps = readSteps(page, { 'http://localhost:8080': url, 'localhost:5173': `localhost:${ownPort}` });
  writeFiles(project, steps.files);
  return { PORT: String(port), BASE_URL: url };
}

beforeAll(async () => {
  const address = await writeProject();
  server = await startServer({ ...address, CLIENTS_FILE: join(project, 'clients.json') });
  clinic = await newClinic(server, { name: 'Clinic of the page' });
  patients = [];
  for (const fullName of names) patients.push(await newPatient(server, clinic, { fullName }));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  if (bundler) await stopChild(bundler, join(project, 'esbuild.log'));
  await server.close();
  rmSync(project, { recursive: true });
});

const linesOf = (dashboard: Page): Promise<string[]> =>
  dashboard.locator('#patients li').evaluateAll((lines) => lines.map(({ textContent }) => textContent ?? ''));

/** The names on the page, once the first is this one. */
async function namesFrom(dashboard: Page, first: string): Promise<string[]> {
  await dashboard.locator('#patients li').first().filter({ hasText: first }).waitFor();
  return (await linesOf(dashboard)).map((line) => line.split(':')[0] ?? '');
}

/** Opens the page, and logs the admin of the clinic in. */
async function logIn(): Promise<{ dashboard: Page; failures: string[] }> {
  const dashboard = await (await browser.newContext()).newPage();
  const failures: string[] = [];
  dashboard.on('pageerror', ({ message }) => failures.push(message));
  await dashboard.goto(`${origin}/`);
  await dashboard.locator('[name=username]').fill(clinic.admin.email);
  await dashboard.locator('[name=password]').fill(clinic.admin.password);
  await dashboard.locator('[name=password]').press('Enter');
  return { dashboard, failures };
}

describe('Whoever follows docs/build-a-dashboard.md', () => {
  it('finds every command there known to this test', () => {
    expect(steps.commands.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
      'npm ci',
      'CLIENTS_FILE=clients.json npm',
      ...['curl -s', 'curl -s'],
      ...['npm pack', 'npm init', 'npm install', 'npm install'],
      ...['npx graphql-codegen', 'npx tsc', 'npx esbuild'],
    ]);
  });

  it('packs a client that has every file which its package names, and installs the packages of the code', () => {
    const { exports } = JSON.parse(readFileSync('client/package.json', 'utf8')) as {
      exports: Record<string, { types: string; default: string } | string>;
    };
    // Without its scripts, which would write the files that other tests are reading.
    const pack = ['pack', '--workspace', 'client', '--dry-run', '--json', '--ignore-scripts'];
    const [packed] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' })) as [
      { filename: string; files: { path: string }[] },
    ];
    const paths = packed.files.map(({ path }) => `./${path}`);
    const named = Object.values(exports)
      .flatMap((entry) => (typeof entry === 'string' ? [entry] : [entry.types, entry.default]))
      .filter((path) => !path.includes('*'));
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
    // The shell of the reader fills in the version.
    const [, pattern = ''] = /\/([^/ ]+\.tgz) /.exec(commandWith('npm install ../')) ?? [];
    expect(matchesGlob(packed.filename, pattern)).toBe(true);
    expect(commandWith('npm install --save-dev')).toMatch(
      / typescript esbuild @graphql-codegen\/cli @graphql/,
    );
  });

  it('sees that the origin is allowed, at the API and at the token service', () => {
    const answers = steps.commands
      .filter((command) => command.startsWith('curl'))
      .map((command) => execFileSync('bash', ['-c', command], { encoding: 'utf8' }));
    for (const answer of answers)
      expect(answer).toMatch(new RegExp(`^access-control-allow-origin: ${origin}\\r$`, 'im'));
    expect(answers).toHaveLength(2);
  });

  it('generates types, checks the code, and serves the page', async () => {
    run(commandWith('npx graphql-codegen'));
    run(commandWith('npx tsc'));
    const [, program = '', ...rest] = commandWith('npx esbuild').split(' ');
    bundler = startChild({
      command: resolve('node_modules/.bin', program),
      arguments: rest,
      env: process.env,
      logFile: join(project, 'esbuild.log'),
      folder: project,
      keepInputOpen: true,
    });
    await waitUntilReady(
      bundler,
      join(project, 'esbuild.log'),
      async () => (await fetch(`${origin}/main.js`)).ok,
    );
    expect((await fetch(`${origin}/`)).status).toBe(200);
  });

  it('logs in, turns the pages, and sees a change at once', async () => {
    const { dashboard, failures } = await logIn();
    expect(await namesFrom(dashboard, 'Patient 01')).toEqual(names.slice(0, 10));
    expect(await dashboard.title()).toBe('Clinic of the page');
    expect(dashboard.url()).toBe(`${origin}/`);

    await dashboard.getByText('Next page').click();
    expect(await namesFrom(dashboard, 'Patient 11')).toEqual(names.slice(10));
    await dashboard.getByText('Previous page').click();
    expect(await namesFrom(dashboard, 'Patient 01')).toEqual(names.slice(0, 10));

    await api(server).put(`${clinic.path}/patients/${patients[0]?.id}`, {
      token: clinic.admin.token,
      body: { fullName: 'Patient 00', birthDate: '1990-05-06' },
    });
    expect(await namesFrom(dashboard, 'Patient 00')).toEqual(['Patient 00', ...names.slice(1, 10)]);
    await dashboard.locator('#status').filter({ hasText: 'Changed: Patient 00' }).waitFor();
    expect(failures).toEqual([]);
  });

  it('is logged in again after a reload without entering anything', async () => {
    const { dashboard } = await logIn();
    await namesFrom(dashboard, 'Patient 0');
    await dashboard.reload();
    expect(await namesFrom(dashboard, 'Patient 0')).toHaveLength(10);
  });
});
