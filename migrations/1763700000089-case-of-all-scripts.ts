import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver, type Dialect } from '../src/platform/database/dialect';

const dotlessI = 'ı';

const foldCharacter = (character: string): string =>
  character === dotlessI ? character : character.toLowerCase().toUpperCase().toLowerCase();

const foldCase = (text: string): string => [...text.normalize('NFC')].map(foldCharacter).join('');

const searchable = (...texts: (string | null)[]): string =>
  foldCase(texts.map((text) => text ?? '').join('\u0001')).normalize('NFC');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** A table with a search column, and the columns it covers. */
interface Searched {
  table: string;
  key: string;
  columns: readonly string[];
}

const searched: readonly Searched[] = [
  { table: 'clinicians', key: 'id', columns: ['name', 'email'] },
  { table: 'clinic_patients', key: 'user_id', columns: ['full_name', 'email', 'mrn', 'birth_date'] },
];

type Row = Record<string, string | null>;

const rowsAtOnce = 500;

/** ASCII has only one lower case. */
const isBeyondAscii = (dialect: Dialect, column: string): string =>
  dialect === 'mysql'
    ? `LENGTH(${column}) > CHAR_LENGTH(${column})`
    : `LENGTH(CAST(${column} AS BLOB)) > LENGTH(${column})`;

/**
 * Search of patients and clinicians, and comparison of tag names, use Unicode case folding from now on. If two tags of
 * a clinic get the same key, the later one keeps its previous key.
 */
export class CaseOfAllScripts1763700000089 implements MigrationInterface {
  name = 'CaseOfAllScripts1763700000089';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    for (const each of searched) await rewriteSearched(runner, dialect, each);
    await rewriteTags(runner);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

async function rewriteSearched(
  runner: QueryRunner,
  dialect: Dialect,
  { table, key, columns }: Searched,
): Promise<void> {
  let [clinicId, id] = ['', ''];
  for (;;) {
    const rows = (await runner.query(
      `SELECT clinic_id, ${key} AS row_key, search_text, ${columns.join(', ')} FROM ${table}
        WHERE (clinic_id > ? OR (clinic_id = ? AND ${key} > ?)) AND ${isBeyondAscii(dialect, 'search_text')}
        ORDER BY clinic_id, ${key} LIMIT ${rowsAtOnce}`,
      [clinicId, clinicId, id],
    )) as Row[];
    for (const row of rows) {
      const text = searchable(...columns.map((column) => row[column] ?? null));
      if (text === row.search_text) continue;
      await runner.query(`UPDATE ${table} SET search_text = ? WHERE clinic_id = ? AND ${key} = ?`, [
        text,
        row.clinic_id,
        row.row_key,
      ]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    [clinicId, id] = [last.clinic_id ?? '', last.row_key ?? ''];
  }
}

async function rewriteTags(runner: QueryRunner): Promise<void> {
  const tags = (await runner.query(
    'SELECT clinic_id, id, name, name_digest FROM clinic_tags ORDER BY id',
  )) as Record<'clinic_id' | 'id' | 'name' | 'name_digest', string>[];
  const taken = new Set(tags.map(({ clinic_id, name_digest }) => `${clinic_id} ${name_digest}`));
  for (const { clinic_id: clinicId, id, name, name_digest: former } of tags) {
    const digest = digestOf(foldCase(name).replace(/\s/g, ''));
    if (digest === former || taken.has(`${clinicId} ${digest}`)) continue;
    taken.add(`${clinicId} ${digest}`);
    await runner.query('UPDATE clinic_tags SET name_digest = ? WHERE clinic_id = ? AND id = ?', [
      digest,
      clinicId,
      id,
    ]);
  }
}
