import type { Database } from '../database/database';
import type { Dialect } from '../database/dialect';
import { StoredJson } from '../stored-json';
import type { PatientSummary } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';

/** A tag or a site as a patient has it. */
export interface LabelOfPatient {
  id: string;
  name: string;
}

/** What a clinic keeps of a patient. */
export interface PatientRecord {
  patient: PatientEntity;
  /** In the order in which they were given. */
  tags: LabelOfPatient[];
  sites: LabelOfPatient[];
  /** Of the data; null until there is one, absent where it was not read. */
  storedSummary?: StoredJson<PatientSummary> | null;
}

/** Where patients are read from, and in which order. */
export interface PatientSource {
  /** What stands behind FROM. It calls the table of patients `p`. */
  from: string;
  /** What stands behind that. */
  rest: string;
  parameters: unknown[];
}

type Row = Record<string, unknown>;

const ofPatient = (table: string): string =>
  `${table}.clinic_id = p.clinic_id AND ${table}.user_id = p.user_id`;

/**
 * The labels of a patient as one array of texts: a statement of their own, or a row for each of them, would take longer
 * than all the rest. Neither database sorts within the array: the place comes first in each text.
 */
function labelsOf(dialect: Dialect, kind: 'tag' | 'site'): string {
  const table = kind === 'tag' ? 'patient_taggings' : 'patient_sites';
  const array = dialect === 'sqlite' ? 'JSON_GROUP_ARRAY' : 'JSON_ARRAYAGG';
  return `(SELECT ${array}(CONCAT(j.place, ' ', l.id, ' ', l.name)) FROM ${table} j
    JOIN clinic_${kind}s l ON l.clinic_id = j.clinic_id AND l.id = j.${kind}_id WHERE ${ofPatient('j')}) AS ${kind}_labels`;
}

/** The summary of `patient_summaries s` in bytes, which is how MySQL keeps it. */
export const summaryBytes = (dialect: Dialect): string =>
  dialect === 'sqlite' ? 'CAST(s.content AS BLOB)' : 's.content';

/** The labels of an array of the database; MySQL has taken it apart already. */
function toLabels(array: unknown): LabelOfPatient[] {
  if (array === null) return [];
  const texts = (typeof array === 'string' ? JSON.parse(array) : array) as string[];
  const labels = texts.map((text) => {
    const [place = '', id = ''] = text.split(' ', 2);
    return { place: Number(place), id, name: text.slice(place.length + id.length + 2) };
  });
  // Most have one or none, and to sort that would take longer than all the rest.
  if (labels.length > 1) labels.sort((one, other) => one.place - other.place);
  return labels.map(({ id, name }) => ({ id, name }));
}

/** Reads what clinics keep of patients. */
export class PatientRecords {
  constructor(private readonly database: Database) {}

  /** Patients with their labels, in the order of the source; on request with the summaries of their data. */
  async read({ from, rest, parameters }: PatientSource, withSummaries = false): Promise<PatientRecord[]> {
    const { plain, dialect } = this.database;
    const { select, toEntity } = plain.columnsOf(PatientEntity, 'p');
    const columns = [select, labelsOf(dialect, 'tag'), labelsOf(dialect, 'site')];
    if (withSummaries) columns.push(`${summaryBytes(dialect)} AS summary`);
    const join = withSummaries ? `LEFT JOIN patient_summaries s ON ${ofPatient('s')}` : '';
    const rows = await plain.rows<Row>(
      `SELECT ${columns.join(', ')} FROM ${from} ${join} ${rest}`,
      parameters,
    );
    return rows.map((row) => ({
      patient: toEntity(row),
      tags: toLabels(row.tag_labels),
      sites: toLabels(row.site_labels),
      ...(withSummaries && {
        storedSummary: row.summary === null ? null : new StoredJson<PatientSummary>(row.summary as Buffer),
      }),
    }));
  }
}
