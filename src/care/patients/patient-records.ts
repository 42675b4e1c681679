import type { Database } from '../../platform/database/database';
import { throughIndex, type Dialect } from '../../platform/database/dialect';
import { keyColumn, readPlace } from '../../platform/database/keyset';
import type { PlacedId } from '../../platform/database/pages';
import type { Placed, SortKey } from '../../platform/list-part';
import { StoredJson } from '../../platform/stored-json';
import type { PatientSummary } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';

/** A patient's tag or site. */
export interface LabelOfPatient {
  id: string;
  name: string;
}

/** A clinic's record of a patient. */
export interface PatientRecord {
  patient: PatientEntity;
  /** In the order of assignment. */
  tags: LabelOfPatient[];
  sites: LabelOfPatient[];
  /** The summary; null if there is none, absent if it was not read. */
  storedSummary?: StoredJson<PatientSummary> | null;
}

/** Where to read patients from, and in which order. */
export interface PatientSource {
  /** Whether to find them may take long. */
  isLong?: boolean;
  /** The FROM clause. The table of patients has the alias `p`. */
  from: string;
  /** The rest of the statement. */
  rest: string;
  parameters: unknown[];
}

type Row = Record<string, unknown>;

const ofPatient = (table: string): string =>
  `${table}.clinic_id = p.clinic_id AND ${table}.user_id = p.user_id`;

/**
 * The labels of a patient as one array of texts: separate statements or rows would take longer than everything else.
 * Neither database sorts within the array, so each text begins with its position.
 */
function selectLabels(dialect: Dialect, kind: 'tag' | 'site'): string {
  const table = kind === 'tag' ? 'patient_taggings' : 'patient_sites';
  const array = dialect === 'sqlite' ? 'JSON_GROUP_ARRAY' : 'JSON_ARRAYAGG';
  const labelling = `${table} j ${throughIndex(dialect, `${table}_user`)}`;
  return `(SELECT ${array}(CONCAT(j.place, ' ', l.id, ' ', l.name)) FROM ${labelling}
    JOIN clinic_${kind}s l ON l.clinic_id = j.clinic_id AND l.id = j.${kind}_id WHERE ${ofPatient('j')}) AS ${kind}_labels`;
}

/** The summary of `patient_summaries s` in bytes, which is how MySQL stores it. */
export const summaryBytes = (dialect: Dialect): string =>
  dialect === 'sqlite' ? 'CAST(s.content AS BLOB)' : 's.content';

/** The labels of an array from the database; MySQL has already parsed it. */
function toLabels(array: unknown): LabelOfPatient[] {
  if (array === null || array === '[]') return [];
  const texts = (typeof array === 'string' ? JSON.parse(array) : array) as string[];
  const labels = texts.map((text) => {
    const [place = '', id = ''] = text.split(' ', 2);
    return { place: Number(place), id, name: text.slice(place.length + id.length + 2) };
  });
  // Most have one or none; sorting them would take longer than everything else.
  if (labels.length > 1) labels.sort((one, other) => one.place - other.place);
  return labels.map(({ id, name }) => ({ id, name }));
}

/** The records of parts of lists, by the ids of the records. */
export function withRecords(
  parts: readonly (readonly PlacedId[])[],
  records: readonly PatientRecord[],
): Placed<PatientRecord>[][] {
  const byId = new Map(records.map((record) => [record.patient.id, record]));
  return parts.map((part) => part.map(({ id, place }) => ({ place, item: byId.get(id) ?? null })));
}

type ReadRow = [row: Row, record: PatientRecord];

/** Reads clinics' records of patients. */
export class PatientRecords {
  constructor(private readonly database: Database) {}

  /** Patients with their labels, in the order of the source; optionally with their summaries. */
  async read(source: PatientSource, withSummaries = false): Promise<PatientRecord[]> {
    return (await this.rows(source, [], withSummaries)).map(([, record]) => record);
  }

  /** The same with their places, from a source that has the columns of the keys in a table `page`. */
  async readPlaced(
    source: PatientSource,
    keys: readonly SortKey[],
    withSummaries = false,
  ): Promise<Placed<PatientRecord>[]> {
    const columns = keys.map((_key, index) => `page.${keyColumn(index)} AS ${keyColumn(index)}`);
    const rows = await this.rows(source, columns, withSummaries);
    return rows.map(([row, item]) => ({ place: readPlace(keys, row), item }));
  }

  private async rows(
    { from, rest, parameters, isLong = false }: PatientSource,
    more: readonly string[],
    withSummaries: boolean,
  ): Promise<ReadRow[]> {
    const { plain, aside, dialect } = this.database;
    const { select, toEntity } = plain.listColumns(PatientEntity, 'p');
    const columns = [select, selectLabels(dialect, 'tag'), selectLabels(dialect, 'site'), ...more];
    if (withSummaries) columns.push(`${summaryBytes(dialect)} AS summary`);
    const join = withSummaries ? `LEFT JOIN patient_summaries s ON ${ofPatient('s')}` : '';
    const rows = await (isLong ? aside : plain).rows<Row>(
      `SELECT ${columns.join(', ')} FROM ${from} ${join} ${rest}`,
      parameters,
    );
    return rows.map((row) => [
      row,
      {
        patient: toEntity(row),
        tags: toLabels(row.tag_labels),
        sites: toLabels(row.site_labels),
        ...(withSummaries && {
          storedSummary: row.summary === null ? null : new StoredJson<PatientSummary>(row.summary as Buffer),
        }),
      },
    ]);
  }
}
