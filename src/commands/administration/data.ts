import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UserEntity } from '../../identity/accounts/user.entity';
import { badInput } from '../../platform/errors';
import type { ExportFormat } from '../../records/exports/export-options';
import { checkIntegrity } from '../upkeep';
import { optionText, parameter, exitCodes, type AdministrationCommand, type Given } from './command';
import type { ReportProgress } from '../../platform/progress';
import { whileCounting, whileWaiting } from './prompts';
import type { AdministrationSession } from './session';

const formats = ['records', 'json', 'csv', 'xlsx'] as const;

/** Records of an import that are stored together. */
const batchSize = 1_000;

/** Marks the data set of imported records: repeating an import replaces what it stored. */
const importClient = 'org.glycograph.import';

const account = ['<account>', 'Id or email address of the account.'] as const;

/** Passes bytes on, and says how many have passed. */
function megabyteCounter(say: (state: string) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      say(`${(bytes / 1e6).toFixed(1)} MB`);
      done(null, piece);
    },
  });
}

/** The file is private, and gets its name once it is complete. */
async function writeFile(path: string, content: Readable, say: (state: string) => void): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(content, megabyteCounter(say), file);
    await rename(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true });
    throw error;
  }
}

/** Each record as a line of JSON, as it is stored. */
async function* recordLines({ services }: AdministrationSession, { id }: UserEntity): AsyncGenerator<string> {
  for await (const texts of services.records.texts(id, {})) yield `${texts.join('\n')}\n`;
}

async function openExport(
  session: AdministrationSession,
  user: UserEntity,
  format: (typeof formats)[number],
  given: Given,
): Promise<Readable> {
  if (format === 'records') return Readable.from(recordLines(session, user), { objectMode: false });
  const glucoseUnits = optionText(given, 'units') === 'mg/dL' ? 'mg/dL' : 'mmol/L';
  let file: Readable | undefined = undefined;
  const report = (error: unknown) => file?.destroy(error as Error);
  file = await session.services.exports.open(
    user.id,
    { format: format satisfies ExportFormat, glucoseUnits },
    { report },
  );
  return file;
}

/** The records of a file with one on each line, in batches; the server's own fields are left out. */
async function* recordBatches(path: string, report: ReportProgress): AsyncGenerator<object[]> {
  let [line, records]: [number, object[]] = [0, []];
  const { size } = statSync(path);
  const input = createReadStream(path);
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') continue;
    const { uploadId: _uploadId, deduplicator: _hash, ...record } = parseLine(text, line);
    if (record.type === 'upload') continue;
    records.push(record);
    if (records.length < batchSize) continue;
    yield records;
    records = [];
    report(input.bytesRead, size);
  }
  if (records.length > 0) yield records;
}

function parseLine(text: string, line: number): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // The message of the parser quotes the record.
  }
  throw badInput(`Line ${line} is not a record in JSON.`);
}

async function importDataSet({ services }: AdministrationSession, userId: string): Promise<string> {
  const [[existing] = []] = await services.dataSets.lists([
    { userId, filter: { clientName: importClient }, size: 1 },
  ]);
  if (existing?.item) return existing.item.uploadId;
  const body = { dataSetType: 'continuous', client: { name: importClient, version: '1.0.0' } };
  const actor = { userId: null, isServer: true, provenance: {} };
  return (await services.dataSets.create(userId, body, actor)).uploadId;
}

async function importRecords(
  session: AdministrationSession,
  userId: string,
  path: string,
  report: ReportProgress,
): Promise<number> {
  let uploadId: string | undefined = undefined;
  let count = 0;
  for await (const records of recordBatches(path, report))
    count += await session.change('data import', [userId], async () => {
      uploadId ??= await importDataSet(session, userId);
      return session.services.uploads.upload(uploadId, () => Promise.resolve(records));
    });
  return count;
}

/** Data of one person as files, and the check of all data. */
export const dataCommands: readonly AdministrationCommand[] = [
  {
    name: 'data export',
    description: 'Writes the records of an account to a file that only you can read.',
    parameters: [account, ['<file>', 'The file to write. It must not exist with the ending .unfinished.']],
    options: [
      [
        '--format <format>',
        'records: each as it is stored, one a line, for import; json, csv, xlsx: for spreadsheets.',
        'records',
      ],
      ['--units <units>', 'Units of glucose in json, csv and xlsx: mmol/L or mg/dL.', 'mmol/L'],
    ],
    examples: [
      'data export jill@example.org jill.jsonl',
      'data export jill@example.org jill.xlsx --format xlsx --units mg/dL',
    ],
    async run(session, given) {
      const format = formats.find((each) => each === (optionText(given, 'format') ?? 'records'));
      if (!format) throw badInput(`--format must be one of ${formats.join(', ')}.`);
      const user = await session.account(parameter(given, 0));
      const file = parameter(given, 1);
      await session.note(`data export --format ${format}`, [user.id], 'READ');
      await whileWaiting('Exporting', async (say) =>
        writeFile(file, await openExport(session, user, format, given), say),
      );
      return { data: { id: user.id, file, format }, text: `${file} holds the records of ${user.id}.` };
    },
  },
  {
    name: 'data import',
    description:
      'Adds the records of a file with one on each line, as `data export` writes it, to an account. They go into a data set of their own; repeating an import replaces what it stored.',
    parameters: [account, ['<file>', 'The file to read.']],
    examples: ['data import jill@example.org jill.jsonl'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      const count = await whileCounting('Importing', (report) =>
        importRecords(session, id, parameter(given, 1), report),
      );
      return { data: { id, count }, text: `${count} records are stored for ${id}.` };
    },
  },
  {
    name: 'data check',
    description: 'Looks for inconsistencies of database and stored content, and changes nothing.',
    examples: ['data check', 'data check --json'],
    async runWith(config) {
      const findings = await whileWaiting('Checking', () => checkIntegrity(config));
      const lines = findings.map(({ problem, examples }) => `${problem}\n  ${examples.join('\n  ')}`);
      return {
        data: { findings },
        text: lines.length > 0 ? lines.join('\n') : 'Everything fits together.',
        code: findings.length > 0 ? exitCodes.fault : exitCodes.ok,
      };
    },
  },
];
