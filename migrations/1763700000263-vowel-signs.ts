import { createHash } from 'node:crypto';
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

const foldCharacter = (character: string): string =>
  character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();

const accents = /(?![\u3099\u309A])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

const fold = (text: string): string =>
  [...text.normalize('NFKD').replace(accents, '').normalize('NFC')]
    .map(foldCharacter)
    .join('')
    .replace(/[æœøđðłþı]/g, (letter) => expansions[letter] ?? letter)
    .normalize('NFC');

const sortKey = (text: string): string => [...fold(text)].slice(0, 190).join('');

const toDigest = (text: string): string => createHash('sha256').update(fold(text)).digest('base64');

interface Row {
  clinic_id: string;
  user_id: string;
  full_name: string;
  name_key: string;
  mrn: string | null;
  mrn_digest: string | null;
  unique_mrn_digest: string | null;
}

const rowsAtOnce = 500;

/** ASCII has no marks, and only one lower case. */
const isBeyondAscii = (dialect: Dialect, column: string): string =>
  dialect === 'mysql'
    ? `LENGTH(${column}) > CHAR_LENGTH(${column})`
    : `LENGTH(CAST(${column} AS BLOB)) > LENGTH(${column})`;

/**
 * Names and record numbers of patients are compared with the vowel signs of Devanagari, Thai and other scripts from now on.
 * Without them, different people had the same name.
 */
export class VowelSigns1763700000263 implements MigrationInterface {
  name = 'VowelSigns1763700000263';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    let [clinicId, userId] = ['', ''];
    for (;;) {
      const rows = (await runner.query(
        `SELECT clinic_id, user_id, full_name, name_key, mrn, mrn_digest, unique_mrn_digest FROM clinic_patients
          WHERE (clinic_id > ? OR (clinic_id = ? AND user_id > ?))
            AND (${isBeyondAscii(dialect, 'full_name')} OR ${isBeyondAscii(dialect, 'mrn')})
          ORDER BY clinic_id, user_id LIMIT ${rowsAtOnce}`,
        [clinicId, clinicId, userId],
      )) as Row[];
      for (const row of rows) await rewrite(runner, row);
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      [clinicId, userId] = [last.clinic_id, last.user_id];
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

async function rewrite(runner: QueryRunner, row: Row): Promise<void> {
  const nameKey = sortKey(row.full_name);
  const digest = row.mrn_digest === null || row.mrn === null ? null : toDigest(row.mrn);
  if (nameKey === row.name_key && digest === row.mrn_digest) return;
  const isUnique = row.unique_mrn_digest !== null && digest !== null && !(await isTaken(runner, row, digest));
  await runner.query(
    `UPDATE clinic_patients SET name_key = ?, mrn_digest = ?, unique_mrn_digest = ?
      WHERE clinic_id = ? AND user_id = ? AND full_name = ? AND COALESCE(mrn, '') = ?`,
    [nameKey, digest, isUnique ? digest : null, row.clinic_id, row.user_id, row.full_name, row.mrn ?? ''],
  );
}

/** Numbers that were different may be equal now, such as those with either sigma at their end. Both patients keep theirs. */
async function isTaken(runner: QueryRunner, { clinic_id, user_id }: Row, digest: string): Promise<boolean> {
  const others = (await runner.query(
    'SELECT 1 FROM clinic_patients WHERE clinic_id = ? AND unique_mrn_digest = ? AND user_id <> ?',
    [clinic_id, digest, user_id],
  )) as unknown[];
  return others.length > 0;
}
