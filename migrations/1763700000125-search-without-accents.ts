import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver, type Dialect } from '../src/platform/database/dialect';

const expansions: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const accents = /(?![\u3099\u309A])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

const dotlessI = 'ı';

const foldCharacter = (character: string): string =>
  character === dotlessI ? character : character.toLowerCase().toUpperCase().toLowerCase();

const foldCase = (text: string): string => [...text.normalize('NFC')].map(foldCharacter).join('');

const searchable = (...texts: (string | null)[]): string =>
  foldCase(
    texts
      .map((text) => text ?? '')
      .join('\u0001')
      .normalize('NFKD')
      .replace(accents, ''),
  )
    .replace(/[æœøđðłþı]/g, (letter) => expansions[letter] ?? letter)
    .normalize('NFC');

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

/** Search of patients and clinicians ignores accents from now on. */
export class SearchWithoutAccents1763700000125 implements MigrationInterface {
  name = 'SearchWithoutAccents1763700000125';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    for (const each of searched) await rewriteSearched(runner, dialect, each);
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
