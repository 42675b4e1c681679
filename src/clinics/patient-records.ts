import type { Database } from '../database/database';
import { bytesOf, type Dialect } from '../database/dialect';
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

/** What stands behind FROM. It calls the table of patients `p`. */
export interface PatientSource {
  from: string;
  parameters: unknown[];
}

type Row = Record<string, unknown>;

const ofPatient = (table: string): string =>
  `WHERE ${table}.clinic_id = p.clinic_id AND ${table}.user_id = p.user_id`;

/**
 * The labels of a patient as one array of texts: a statement of their own, or a row for each of them, would take longer
 * than all the rest. Neither database sorts within the array: the place comes first in each text.
 */
function labelsOf(dialect: Dialect, kind: 'tag' | 'site'): string {
  const table = kind === 'tag' ? 'patient_taggings' : 'patient_sites';
  const array = dialect === 'sqlite' ? 'JSON_GROUP_ARRAY' : 'JSON_ARRAYAGG';
  return `(SELECT ${array}(CONCAT(j.place, ' ', l.id, ' ', l.name)) FROM ${table} j
    JOIN clinic_${kind}s l ON l.clinic_id = j.clinic_id AND l.id = j.${kind}_id ${ofPatient('j')}) AS label_${kind}s`;
}

const summaryOf = (dialect: Dialect): string =>
  `(SELECT ${bytesOf(dialect, 's.content')} FROM patient_summaries s ${ofPatient('s')}) AS summary_content`;

/** The labels of an array of the database; MySQL has taken it apart already. */
function toLabels(array: unknown): LabelOfPatient[] {
  if (array === null) return [];
  const texts = (typeof array === 'string' ? JSON.parse(array) : array) as string[];
  const labels = texts.map((text) => {
    const [place = '', id = ''] = text.split(' ', 2);
    return { place: Number(place), id, name: text.slice(place.length + id.length + 2) };
  });
  return labels.sort((one, other) => one.place - other.place).map(({ id, name }) => ({ id, name }));
}

/** Patients with their labels, in the order of the source; on request with the summaries of their data. */
export async function readPatients(
  { plain, dialect }: Database,
  { from, parameters }: PatientSource,
  withSummaries = false,
): Promise<PatientRecord[]> {
  const { select, toEntity } = plain.columnsOf(PatientEntity, 'p');
  const parts = [select, labelsOf(dialect, 'tag'), labelsOf(dialect, 'site')];
  if (withSummaries) parts.push(summaryOf(dialect));
  const rows = await plain.rows<Row>(`SELECT ${parts.join(', ')} FROM ${from}`, parameters);
  return rows.map((row) => {
    const record = {
      patient: toEntity(row),
      tags: toLabels(row.label_tags),
      sites: toLabels(row.label_sites),
    };
    if (!withSummaries) return record;
    const { summary_content: content } = row;
    return { ...record, storedSummary: content === null ? null : new StoredJson(content as Buffer) };
  });
}
