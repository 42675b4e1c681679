import { Buffer } from 'node:buffer';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';

/** The tables of a dashboard as PostGraphile needs them: with foreign keys, and an index for each. */
const tables = [
  {
    name: 'clinics',
    columns: { id: 'text PRIMARY KEY', name: 'text NOT NULL' },
    constraints: [],
    indexes: [],
  },
  {
    name: 'clinic_patients',
    columns: {
      clinic_id: 'text NOT NULL REFERENCES clinics',
      user_id: 'text NOT NULL',
      full_name: 'text NOT NULL',
      name_key: 'text NOT NULL',
      birth_date: 'text',
      mrn: 'text',
      data_sources: 'json',
    },
    constraints: ['PRIMARY KEY (clinic_id, user_id)'],
    indexes: ['clinic_id, name_key'],
  },
  {
    name: 'clinic_tags',
    columns: { id: 'text PRIMARY KEY', clinic_id: 'text NOT NULL REFERENCES clinics', name: 'text NOT NULL' },
    constraints: [],
    indexes: ['clinic_id'],
  },
  {
    name: 'patient_taggings',
    columns: { clinic_id: 'text', tag_id: 'text REFERENCES clinic_tags', user_id: 'text' },
    constraints: [
      'PRIMARY KEY (clinic_id, user_id, tag_id)',
      'FOREIGN KEY (clinic_id, user_id) REFERENCES clinic_patients',
    ],
    indexes: ['tag_id'],
  },
  {
    name: 'clinic_sites',
    columns: { id: 'text PRIMARY KEY', clinic_id: 'text NOT NULL REFERENCES clinics', name: 'text NOT NULL' },
    constraints: [],
    indexes: ['clinic_id'],
  },
  {
    name: 'patient_sites',
    columns: { clinic_id: 'text', site_id: 'text REFERENCES clinic_sites', user_id: 'text' },
    constraints: [
      'PRIMARY KEY (clinic_id, user_id, site_id)',
      'FOREIGN KEY (clinic_id, user_id) REFERENCES clinic_patients',
    ],
    indexes: ['site_id'],
  },
  {
    name: 'patient_summaries',
    columns: { clinic_id: 'text', user_id: 'text', content: 'json NOT NULL' },
    constraints: [
      'PRIMARY KEY (clinic_id, user_id)',
      'FOREIGN KEY (clinic_id, user_id) REFERENCES clinic_patients',
    ],
    indexes: [],
  },
];

const rowsAtOnce = 500;

/** Columns that MariaDB stores as bytes contain text. */
const textOf = (value) => (Buffer.isBuffer(value) ? value.toString() : value);

/** Copies a table from MariaDB to PostgreSQL. */
async function copy(from, to, { name, columns, constraints, indexes }) {
  const names = Object.keys(columns);
  const parts = [...names.map((column) => `${column} ${columns[column]}`), ...constraints];
  await to.query(`CREATE TABLE ${name} (${parts.join(', ')})`);
  for (const index of indexes) await to.query(`CREATE INDEX ON ${name} (${index})`);
  const [rows] = await from.query(`SELECT ${names.join(', ')} FROM ${name}`);
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const places = some.map(
      (_row, row) => `(${names.map((_name, at) => `$${row * names.length + at + 1}`)})`,
    );
    await to.query(
      `INSERT INTO ${name} (${names.join(', ')}) VALUES ${places.join(', ')}`,
      some.flatMap((row) => names.map((column) => textOf(row[column]))),
    );
  }
}

/** Copies the tables of a dashboard to an empty database, under the same names. */
export async function fill({ sourceUrl, url }) {
  const from = await createConnection(sourceUrl);
  const to = new pg.Client(url);
  await to.connect();
  for (const table of tables) await copy(from, to, table);
  await to.query('VACUUM ANALYZE');
  await to.end();
  await from.end();
}
